import { statements } from './sqlMigration'

/**
 * All days have to be closed again. The columns have no defaults, so that an earlier build cannot close
 * incomplete days.
 */
export const keepAllTypes = statements(
  `truncate machine_totals, closed_days`,
  `alter table machine_totals
    add column jackpot_in_cents bigint not null,
    add column jackpot_out_cents bigint not null,
    add column ticket_in_cents bigint not null,
    add column ticket_out_cents bigint not null,
    add column pos_in_cents bigint not null,
    add column pos_out_cents bigint not null,
    add column jackpots integer not null,
    add column tickets integer not null,
    add column pos_operations integer not null`,
)

/** The totals of machines that no longer play, instead of a `machine_totals` row for each later day. */
export const keepFinalTotals = statements(
  `create table final_totals (like machine_totals, primary key (machine_key))`,
)
