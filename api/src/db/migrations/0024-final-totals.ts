import { statements } from './sqlMigration'

/** The totals of machines that no longer play, instead of a `machine_totals` row for each later day. */
export const keepFinalTotals = statements(
  `create table final_totals (like machine_totals, primary key (machine_key))`,
)
