import { statements } from './sqlMigration'

/**
 * Adds the first check to those of 0017-closing: a movement that no report ever reaches would still count in
 * a machine's profit, and one with an infinite time would stop the roll-up. Existing ones are kept.
 */
export const rejectLateMovements = statements(
  `create or replace function refuse_movement_in_closed_day() returns trigger language plpgsql as $$
    begin
      if exists (
        select from added
        where not isfinite(occurred_at) or occurred_at > clock_timestamp() + interval '24 hours'
      ) then
        raise exception 'a movement later than a day from now, or without a finite time, is refused';
      end if;
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
