import { z } from 'zod'
import { schemaOf } from './wireFields.schema'
import { FIELDS_OF_EACH_LIST, MOVEMENT_FIELDS, MOVEMENT_LISTS } from './report'
import { FIRST_DAY, LAST_DAY } from './inputRules'
import { id, uuid } from './common.schema'

// aborts, so that a field gets one message, and the order of both ends is checked only if both are valid
export const day = z.iso
  .date({ error: 'Debe ser un día AAAA-MM-DD', abort: true })
  .refine((text) => text >= FIRST_DAY && text <= LAST_DAY, {
    error: `Debe estar entre ${FIRST_DAY} y ${LAST_DAY}`,
    abort: true,
  })

/** HH:MM. Seconds are accepted and read as 00. */
const minute = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, { error: 'Debe ser una hora HH:MM', abort: true })
  .transform((text) => text.slice(0, 5))

const userId = id.optional()

const common = {
  dateFrom: day,
  dateTo: day,
  timeFrom: minute,
  timeTo: minute,
  subAdminId: userId,
  distributorId: userId,
  subDistributorId: userId,
  clientId: userId,
  machineId: uuid.optional(),
  /** Sent if there is no filter; it has no effect, because the answer is the caller's subtree anyway. */
  globalSearch: z.literal('true').optional(),
}

type Period = Readonly<Record<'dateFrom' | 'timeFrom' | 'dateTo' | 'timeTo', string>>

/** Both ends are included, so they may be the same minute. */
function rejectReversed(period: Period, context: z.RefinementCtx): void {
  const { dateFrom, timeFrom, dateTo, timeTo } = period
  const path = dateFrom > dateTo ? 'dateTo' : dateFrom === dateTo && timeFrom > timeTo ? 'timeTo' : null
  if (path) context.addIssue({ code: 'custom', path: [path], message: 'El final es anterior al principio' })
}

/** GET /api/internal/query. Total is the only query type so far. */
export const internalReportQuery = z
  .object({ ...common, queryType: z.literal('Total') })
  .superRefine(rejectReversed)

const listNames = Object.keys(MOVEMENT_LISTS) as MovementList[]

/** GET /api/external/query on the external service. `tipoMovs` applies to Total and Detail. */
export const externalReportQuery = z
  .object({
    ...common,
    queryType: z.enum(['Total', ...listNames]),
    tipoMovs: z
      .string()
      .regex(/^[1-6](,[1-6])*$/)
      .default('2,3')
      .transform((text) => text.split(',').map(Number)),
  })
  .superRefine(rejectReversed)

/** The machine's owner; for one retired with a deleted owner, the nearest user above who still exists. */
const ownerId = z.int()

/** Money: a JSON number of euros with at most two decimals. */
const money = z.number()

export const internalTotalRow = z.object({
  machineId: z.uuid(),
  machineName: z.string(),
  ownerId,
  numMovements: z.int().min(1),
  totalBet: money,
  totalWin: money,
  totalProfit: money,
  /** Percent, two decimals; 0 where nothing was bet. */
  returnPercentage: z.number(),
  /** The winnings and losses of players; the loss is 0 if they won more than they bet. */
  ganado: money,
  perdido: money,
})

/** `pago` is the money paid in, `cobro` the money paid out. */
export const externalTotalRow = z.object({
  machineId: z.uuid(),
  machineName: z.string(),
  ownerId,
  numMovements: z.int().min(1),
  pago: money,
  cobro: money,
  totalProfit: money,
  returnPercentage: z.number(),
})

const movement = schemaOf(MOVEMENT_FIELDS, {})
type MovementShape = typeof movement.shape
type FieldOf<List extends MovementList> = (typeof FIELDS_OF_EACH_LIST | (typeof MOVEMENT_LISTS)[List])[number]

export type MovementList = keyof typeof MOVEMENT_LISTS
/** A row of each list, and the names of its fields in order: `Object.keys(movementRows.POS.shape)`. */
export const movementRows = Object.fromEntries(
  listNames.map((list) => {
    const names = [...FIELDS_OF_EACH_LIST, ...MOVEMENT_LISTS[list]]
    return [list, z.object(Object.fromEntries(names.map((name) => [name, movement.shape[name]])))]
  }),
) as unknown as { [List in MovementList]: z.ZodObject<Pick<MovementShape, FieldOf<List>>> }

export const internalReportResponse = z.array(internalTotalRow)
export const externalReportResponse = z.union([
  z.array(externalTotalRow),
  ...Object.values(movementRows).map((row) => z.array<z.ZodType>(row)),
])

/** One line of application/x-ndjson. */
export const externalReportRow = z.union([externalTotalRow, ...Object.values(movementRows)])

type QueryOf<T extends z.ZodType> = Readonly<z.output<T>>
export type InternalTotalRow = z.infer<typeof internalTotalRow>
export type ExternalTotalRow = z.infer<typeof externalTotalRow>
/** A movement with the fields of all lists. */
export type MovementResponse = z.infer<typeof movement>
export type InternalReportQuery = QueryOf<typeof internalReportQuery>
export type ExternalReportQuery = QueryOf<typeof externalReportQuery>
