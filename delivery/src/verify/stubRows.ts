import {
  type ActivityRow,
  type AttentionResponse,
  type CountryResponse,
  DEFAULT_MACHINE_CONFIG,
  type ExternalTotalRow,
  type GameResponse,
  type GameSettingsResponse,
  type InternalTotalRow,
  type MachineRowResponse,
  type MachineConfigResponse,
  type MachineTrendResponse,
  type MovementResponse,
  type NoteResponse,
  movementRows,
  type OverviewResponse,
  sampleMachine,
  sampleUser,
  type UserResponse,
  type UserCountsResponse,
} from '@console/shared-kernel/schemas'
import { addDays } from '@console/shared-kernel/domain'

const { password: _, ...user } = sampleUser() as UserResponse & { password: string }
const machine = sampleMachine() as MachineRowResponse

const SINCE = '2026-01-05T09:30:00.000Z'

export const COUNTRIES: CountryResponse[] = [
  { id: 1, name: 'Spain' },
  { id: 2, name: 'Portugal' },
  { id: 3, name: 'Italy' },
]

const LEVEL_NAMES = ['master', 'admin', 'subadmin', 'distributor', 'subdistributor', 'client', 'player']

/** One user of each level, each below the one before. */
function branch(number: number): UserResponse[] {
  const names = LEVEL_NAMES.map((name, index) => (index === 0 ? 'verify' : `${name}${number}`))
  return names.map((userName, index) => ({
    ...user,
    userId: index === 0 ? 1 : number * 10 + index,
    userName,
    level: index + 1,
    parentUserId: index === 0 ? null : index === 1 ? 1 : number * 10 + index - 1,
    treeUserNamesCreators: names.slice(0, index + 1).join('/'),
    numeroMaquinas: index === 6 ? 0 : index === 0 ? 3 : 1,
    nameClient: userName,
    version: '1',
  }))
}

/** A user who sees every screen and every user. */
export const [MASTER, ...BELOW] = [1, 2, 3].flatMap((number) =>
  branch(number).slice(number === 1 ? 0 : 1),
) as [UserResponse, ...UserResponse[]]

const CLIENTS = BELOW.filter(({ level }) => level === 6)

export const MACHINES: MachineRowResponse[] = CLIENTS.map(({ userId, userName }, index) => ({
  ...machine,
  idMachine: `00000000-0000-4000-8000-00000000000${index + 1}`,
  machineName: `Slot ${index + 1}`,
  userId,
  userName,
  credit: 125.5 * index,
  serviceMode: index === 1,
  profit: 1234.5 - 1000 * index,
  block: index === 2,
  ipAddress: `192.0.2.${index + 1}`,
  isConnected: index === 0,
  version: '1',
}))

export const GAMES: GameResponse[] = [
  { id: 1, name: 'Lucky Sevens', type: 'Slot', gameState: true, version: '1' },
  { id: 2, name: 'Ninety Balls', type: 'Bingo', gameState: true, version: '1' },
  { id: 3, name: 'Five Cards', type: 'Poker', gameState: false, version: '1' },
]

const JACKPOT = {
  apMinimum: 1,
  initial: 100,
  maximum: 1000,
  increasePercentage: 1.5,
  increaseBackupPercentage: 0.5,
}

export const GAME_SETTINGS: GameSettingsResponse = {
  selectedGames: [1, 2],
  jackpotSettings: {
    megaJackpot: JACKPOT,
    superJackpot: JACKPOT,
    miniJackpot: JACKPOT,
    literalMonedaJackpot: '€',
  },
  otherSettings: {
    browser: 'Chrome',
    executionMode: 'Release',
    initialLoad: 'AllGames',
    currency: 'Euro',
    touchScreen: true,
    showVolumeButton: true,
    logoLuckHand: false,
    canCreatePlayer: false,
    creditsFormat: 'Credits',
    languages: ['Spanish', 'English'],
  },
  version: '1',
}

export const MACHINE_CONFIG: MachineConfigResponse = {
  ...DEFAULT_MACHINE_CONFIG,
  // not the defaults, which a release would show without reading anything
  premioMaximoSlot: 500,
  limiteInferiorProfit: 10,
  limiteSuperiorProfit: 90,
  listaJuegos: '[1,2]',
  version: '1',
}

/** Counts for each user who has users below them. */
export const COUNTS: UserCountsResponse[] = [MASTER, ...BELOW]
  .filter(({ level }) => level < 7)
  .map(({ userId, level, numeroMaquinas }) => ({
    userId,
    users: level === 1 ? BELOW.length : 7 - level,
    blockedUsers: 0,
    machines: numeroMaquinas,
    blockedMachines: 0,
    onlineMachines: numeroMaquinas,
  }))

export const INTERNAL_ROWS = MACHINES.map(({ idMachine, machineName, userId }, index): InternalTotalRow => ({
  machineId: idMachine,
  machineName,
  ownerId: userId,
  numMovements: 12,
  totalBet: 1000,
  totalWin: 900 + 150 * index,
  totalProfit: 100 - 150 * index,
  returnPercentage: 90 + 15 * index,
  ganado: 900 + 150 * index,
  perdido: Math.max(100 - 150 * index, 0),
}))

const MOVEMENTS = MACHINES.map(({ machineName }, index): MovementResponse => ({
  Machine: machineName,
  Date: '05-01-2026',
  Hour: '09:30:00',
  Type: 'Cash in',
  IN: 20,
  OUT: 0,
  Ticket: `T${index + 1}`,
  State: 'Paid',
  Operation: 'Sale',
  Amount: 12.25,
}))

export const EXTERNAL_TOTALS = MACHINES.map(
  ({ idMachine, machineName, userId }, index): ExternalTotalRow => ({
    machineId: idMachine,
    machineName,
    ownerId: userId,
    numMovements: 7,
    pago: 1234.5,
    cobro: 1000 + 250 * index,
    totalProfit: 234.5 - 250 * index,
    returnPercentage: 81,
  }),
)

/** Profit around the zero line. */
export const TREND: MachineTrendResponse['days'] = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-01-${String(index + 1).padStart(2, '0')}`,
  profitCents: ((index * 5) % 7) * 1500 - 3000,
}))

/** Rows by query type. */
export const MOVEMENT_ROWS = new Map<string | undefined, readonly object[]>(
  Object.entries(movementRows).map(([list, row]) => [list, row.array().parse(MOVEMENTS)]),
)

const by = { userId: MASTER.userId, userName: MASTER.userName }

export const ACTIVITY: ActivityRow[] = [
  {
    id: 3,
    at: SINCE,
    kind: 'machine.credit',
    actor: by,
    subject: {
      type: 'machine',
      userId: MACHINES[0]!.userId,
      machineId: MACHINES[0]!.idMachine,
      name: MACHINES[0]!.machineName,
    },
    before: { creditCents: 0 },
    after: { creditCents: 12550 },
  },
  {
    id: 2,
    at: SINCE,
    kind: 'game.create',
    actor: by,
    subject: { type: 'game', gameId: 1, name: GAMES[0]!.name },
    before: null,
    after: { name: GAMES[0]!.name },
  },
  { id: 1, at: SINCE, kind: 'session.refuse', actor: null, subject: null, before: null, after: null },
]

export const NOTES: NoteResponse[] = MACHINES.map(({ userId, idMachine, machineName }, index) => ({
  id: MACHINES.length - index,
  at: SINCE,
  author: by,
  subject: { type: 'machine', userId, machineId: idMachine, name: machineName },
  text: 'The coin slot was cleaned.',
}))

const machineOfDay =
  (profitCents: number) =>
  ({ idMachine, machineName, userName }: MachineRowResponse) => ({
    machineId: idMachine,
    name: machineName,
    userName,
    profitCents,
  })
const SUMS = { inCents: 125_000, outCents: 98_750 }

export const OVERVIEW: OverviewResponse = {
  now: '2026-11-21T12:00:00.000Z',
  today: SUMS,
  weekAgo: { inCents: 110_000, outCents: 101_000 },
  days: Array.from({ length: 14 }, (_, index) => ({
    ...SUMS,
    day: addDays('2026-11-08', index),
  })),
  machines: { total: MACHINES.length, online: 1, creditCents: 12_550 },
  best: MACHINES.slice(0, 1).map(machineOfDay(26_250)),
  worst: MACHINES.slice(1, 2).map(machineOfDay(-4_300)),
}

export const ATTENTION: AttentionResponse = {
  findings: MACHINES.slice(0, 1).map(({ idMachine, machineName, userId, userName }) => ({
    id: 1,
    kind: 'offline',
    since: '2026-11-21T09:30:00.000Z',
    machine: { id: idMachine, name: machineName, blockable: true },
    user: { userId, userName },
    figure: null,
    limit: 120,
  })),
  total: 1,
  machineIds: MACHINES.slice(0, 1).map(({ idMachine }) => idMachine),
  hiddenIds: [],
  thresholds: { hidden: [], payoutCents: 50_000, creditChangeCents: 1_000_000 },
  checkedAt: new Date().toISOString(),
}
