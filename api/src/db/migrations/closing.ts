import { statements } from './statements'

/**
 * A movement of more than a minute ago waits until no day is being closed, and keeps days from being closed
 * until its transaction ends (the number is LOCK of services/reports/rollUpDays). Those of just now wait for
 * nothing: no day is closed within a minute of its end. Each statement of the function sees what was
 * committed before it, but in a transaction that reads one moment throughout.
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
