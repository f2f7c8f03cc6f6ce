import { MIN_PASSWORD_LENGTH, type User } from '@console/shared-kernel/contracts'
import { isEndUser, levelName } from '@console/shared-kernel/rules'

export const createTitle = (level: number): string => `Create New ${levelName(level)}`
export const createLabel = (level: number): string => `Create ${levelName(level)}`

/** The success message. Clients and Players also get a machine. */
export const createdMessage = ({ userName, level }: Pick<User, 'userName' | 'level'>): string =>
  isEndUser(level)
    ? `Usuario ${userName} creado con éxito. Una máquina ha sido creada automáticamente.`
    : 'Usuario creado con éxito'

/** The reference API's rule. */
export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters; no common password, not the user's name`
