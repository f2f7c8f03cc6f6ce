import type {
  DetailRow,
  ExternalTotalRow,
  InternalTotalRow,
  PosRow,
  TicketRow,
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
type MovementFieldsOf<Row> = Readonly<Record<keyof Row, RawBuilder<unknown>>>

const TOOK_OR_GAVE = amount(sql`v.in_cents::numeric + v.out_cents`)
const TYPE_NAME = sql`(array['Bet', 'Cash in', 'Cash out', 'Jackpot', 'Ticket', 'POS'])[v.type]`

function ofEach(timeZone: string) {
  const local = (format: string) => sql`to_char(v.occurred_at at time zone ${timeZone}, ${sql.lit(format)})`
  return { Machine: sql`m.name`, Date: local('DD-MM-YYYY'), Hour: local('HH24:MI:SS') }
}

export const detailFields = (timeZone: string): MovementFieldsOf<DetailRow> => ({
  ...ofEach(timeZone),
  Type: TYPE_NAME,
  IN: amount(sql`v.in_cents`),
  OUT: amount(sql`v.out_cents`),
})

export const ticketFields = (timeZone: string): MovementFieldsOf<TicketRow> => ({
  ...ofEach(timeZone),
  Ticket: sql`coalesce(v.reference, '')`,
  Amount: TOOK_OR_GAVE,
  State: sql`coalesce(v.state, '')`,
})

export const posFields = (timeZone: string): MovementFieldsOf<PosRow> => ({
  ...ofEach(timeZone),
  Operation: sql`coalesce(v.reference, '')`,
  Amount: TOOK_OR_GAVE,
})
