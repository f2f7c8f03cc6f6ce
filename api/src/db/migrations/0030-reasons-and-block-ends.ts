import { treeTrigger } from './0027-tree-columns'
import { statements } from './sqlMigration'

/**
 * A change of the flag without a new end, as made by an earlier build, clears the end of the previous block.
 */
const forgetEndIn = (table: string): string =>
  `create trigger ${table}_block_end before update of is_blocked on ${table} for each row when (
    old.is_blocked is distinct from new.is_blocked and new.blocked_until is not distinct from old.blocked_until
  ) execute function forget_block_end()`

export const addReasonsAndBlockEnds = statements(
  `alter table audit
    add column reason text,
    add column version integer,
    add column reverts bigint`,
  `alter table users add column blocked_until timestamptz`,
  `alter table machines add column blocked_until timestamptz`,
  `create index users_block_end on users (blocked_until) where blocked_until is not null`,
  `create index machines_block_end on machines (blocked_until) where blocked_until is not null`,
  `create function forget_block_end() returns trigger language plpgsql as $$
    begin
      new.blocked_until := null;
      return new;
    end $$`,
  forgetEndIn('users'),
  forgetEndIn('machines'),
  treeTrigger('blocked_until'),
)
