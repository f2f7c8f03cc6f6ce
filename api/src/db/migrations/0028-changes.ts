import { statements } from './sqlMigration'

/**
 * `GET /api/events` reads changes from the audit in order of the transactions that wrote them: ids are
 * assigned before the commit, so a lower one may become visible later.
 */
export const announceChanges = statements(
  // one value for all existing rows, so the table is not rewritten
  `alter table audit add column xid xid8 not null default pg_current_xact_id()`,
  `create index audit_by_transaction on audit (xid, id)`,
  `create function notify_changes() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', '');
      return null;
    end $$`,
  `create trigger changes after insert on audit for each statement execute function notify_changes()`,
)
