import { statements } from './sqlMigration'

/** The totals of machines that play no more replace a row of `machine_totals` for each later day. */
export const keepFinalTotals = statements(
  `create table final_totals (like machine_totals, primary key (machine_key))`,
)
