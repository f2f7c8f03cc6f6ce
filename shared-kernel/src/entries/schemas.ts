/* The wire types as zod schemas, for servers: no page loads them. */
export {
  activityListQuery,
  type ActivityListQuery,
  activityQuery,
  type ActivityQuery,
  activityResponse,
  type ActivityResponse,
  type ActivityRow,
} from '../contracts/activity.schema'
export { loginRequest, loginResponse, type LoginResponse, validateResponse } from '../contracts/auth.schema'
export {
  bulkConfigRequest,
  bulkConfigResponse,
  bulkCreditRequest,
  bulkCreditResponse,
  bulkMachineBlockRequest,
  bulkMachineBlockResponse,
  bulkUserBlockRequest,
  bulkUserBlockResponse,
  copyGameSettingsRequest,
  type CopyGameSettingsRequest,
  copySettingsRequest,
  type CopySettingsRequest,
  copySettingsResponse,
} from '../contracts/bulk.schema'
export { countryListResponse, type CountryResponse } from '../contracts/country.schema'
export { errorResponse, type ErrorResponse } from '../contracts/error.schema'
export {
  availableGameListResponse,
  createGameRequest,
  type CreateGameRequest,
  gameListResponse,
  gameResponse,
  type GameResponse,
  updateGameRequest,
  type UpdateGameRequest,
} from '../contracts/game.schema'
export {
  gameSettingsRequest,
  type GameSettingsRequest,
  gameSettingsResponse,
  type GameSettingsResponse,
} from '../contracts/gameSettings.schema'
export { forwardedForGuard, networkOf } from '../contracts/ipAddress'
export {
  blockToggleRequest,
  blockToggleResponse,
  machineBlockResponse,
  type BlockToggleResponse,
  type MachineBlockResponse,
  creditRequest,
  creditResponse,
  type CreditResponse,
  isWholeCents,
  machineListResponse,
  machineResponse,
  machineRowResponse,
  type MachineResponse,
  type MachineRowResponse,
  MOST_CREDIT,
} from '../contracts/machine.schema'
export {
  DEFAULT_MACHINE_CONFIG,
  machineConfigRequest,
  type MachineConfigRequest,
  machineConfigResponse,
  type MachineConfigResponse,
} from '../contracts/machineConfig.schema'
export {
  externalReportQuery,
  type ExternalReportQuery,
  externalReportResponse,
  externalReportRow,
  externalTotalRow,
  type ExternalTotalRow,
  internalReportQuery,
  type InternalReportQuery,
  internalReportResponse,
  internalTotalRow,
  type InternalTotalRow,
  type MovementList,
  type MovementResponse,
  movementRows,
} from '../contracts/report.schema'
export {
  createUserRequest,
  type CreateUserRequest,
  updateUserRequest,
  type UpdateUserRequest,
  userListResponse,
  userResponse,
  type UserResponse,
} from '../contracts/user.schema'
export {
  userCountsListResponse,
  userCountsResponse,
  type UserCountsResponse,
} from '../contracts/userCounts.schema'
export { uuid } from '../contracts/uuid.schema'
export { writeHeaders } from '../contracts/writeHeaders.schema'
