import { statements } from './sqlMigration'

/**
 * A movement older than a minute waits while a day is being closed, and keeps days open until its transaction
 * ends (the number is LOCK in services/reports/rollUpDays). Newer ones need no lock: no day is closed within
 * a minute of its end. Only in a read committed transaction does the second check see a day that was closed
 * while it waited for the lock.
 */
export const guardClosing = statements(
  `create or replace function refuse_movement_in_closed_day() returns trigger language plpgsql as $$
    begin
      if exists (select from added where occurred_at < clock_timestamp() - interval '1 minute') then
        if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
          raise exception 'movements of earlier are written in a read committed transaction';
        end if;
        perform pg_advisory_xact_lock_shared(7302001);
      end if;
      if exists (select from added where occurred_at < (select max(ends_at) from closed_days)) then
        raise exception 'movements of days that are closed would be missing in the totals';
      end if;
      return null;
    end $$`,
)
