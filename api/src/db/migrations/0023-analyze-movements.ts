import { statements } from './sqlMigration'

/**
 * Autovacuum never analyzes a partitioned table as a whole, and only the owner may. Takes the lock of
 * `add_movement_months` instead of waiting for its table locks, and pauses like an autovacuum.
 */
export const analyzeMovements = statements(
  `create function analyze_movements() returns boolean language plpgsql security definer
    set search_path = public, pg_temp set vacuum_cost_delay = '2ms' as $$
    begin
      if not pg_try_advisory_xact_lock(7302002) then return false; end if;
      if exists (
        select from pg_stat_all_tables
        where relid = 'movements'::regclass and last_analyze > clock_timestamp() - interval '12 hours'
      ) then
        return false;
      end if;
      analyze movements;
      return true;
    end $$`,
  `revoke execute on function analyze_movements() from public`,
)
