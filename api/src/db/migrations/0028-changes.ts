import { statements } from './sqlMigration'

/**
 * The changes that `GET /api/events` sends are read from the audit, by the transaction that wrote them: ids are given
 * before the commit, so a lower one may become visible later.
 */
export const announceChanges = statements(
  // one value for the rows that are there, so nothing is written again
  `alter table audit add column xid xid8 not null default pg_current_xact_id()`,
  `create index audit_by_transaction on audit (xid, id)`,
  `create function notify_changes() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', '');
      return null;
    end $$`,
  `create trigger changes after insert on audit for each statement execute function notify_changes()`,
)
