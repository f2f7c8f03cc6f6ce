import { statements } from './statements'

/**
 * Existing totals lack the other types, so all days are closed again at the next start. Without defaults, so
 * that a server of an earlier build cannot close a day without the new columns.
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
