import {
  type ExternalTotalRow,
  type InternalTotalRow,
  type MovementList,
  type MovementResponse,
  movementRows,
} from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import { amount } from '../../db/wireSql'

/** SQL by field, of a row `t` of MachineTotals; in addition to machine and number of movements. Whole hundredths. */
export type TotalFields = Readonly<Record<string, RawBuilder<number>>>
type TotalFieldsOf<Row> = Readonly<
  Record<Exclude<keyof Row, 'machineId' | 'machineName' | 'numMovements'>, RawBuilder<number>>
>

const IN = sql<number>`t.in_cents`
const OUT = sql<number>`t.out_cents`
const PROFIT = sql<number>`(t.in_cents - t.out_cents)`
/** Hundredths of a percent, rounded half up. The product may exceed a bigint. */
const RETURN = sql<number>`case when t.in_cents = 0 then 0
  else div(t.out_cents * 20000::numeric + t.in_cents, t.in_cents * 2::numeric) end`

export const INTERNAL_FIELDS: TotalFieldsOf<InternalTotalRow> = {
  totalBet: IN,
  totalWin: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
  ganado: OUT,
  perdido: sql<number>`greatest(t.in_cents - t.out_cents, 0)`,
}

/** `pago` is paid in, `cobro` paid out. */
export const EXTERNAL_FIELDS: TotalFieldsOf<ExternalTotalRow> = {
  pago: IN,
  cobro: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
}

/** SQL by field, of a movement `v` of a machine `m`. */
export type MovementFields = Readonly<Record<string, RawBuilder<unknown>>>

/** What each list shows; null: the types of `tipoMovs`. */
export const TYPES_OF_LIST: Readonly<Record<MovementList, readonly number[] | null>> = {
  Detail: null,
  Tickets: [5],
  POS: [6],
}

const TOOK_OR_GAVE = amount(sql`v.in_cents::numeric + v.out_cents`)
const REFERENCE = sql`coalesce(v.reference, '')`

function allMovementFields(timeZone: string): Readonly<Record<keyof MovementResponse, RawBuilder<unknown>>> {
  const local = (format: string) => sql`to_char(v.occurred_at at time zone ${timeZone}, ${sql.lit(format)})`
  return {
    Machine: sql`m.name`,
    Date: local('DD-MM-YYYY'),
    Hour: local('HH24:MI:SS'),
    Type: sql`(array['Bet', 'Cash in', 'Cash out', 'Jackpot', 'Ticket', 'POS'])[v.type]`,
    IN: amount(sql`v.in_cents`),
    OUT: amount(sql`v.out_cents`),
    Ticket: REFERENCE,
    State: sql`coalesce(v.state, '')`,
    Operation: REFERENCE,
    Amount: TOOK_OR_GAVE,
  }
}

export function movementFields(list: MovementList, timeZone: string): MovementFields {
  const all = allMovementFields(timeZone)
  const names = Object.keys(movementRows[list].shape) as (keyof MovementResponse)[]
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}
