import { statements } from './sqlMigration'

const bump = `for each statement execute function change_tree_version()`

export const createTreeVersion = statements(
  // not a counter: after a restore, it would assign the same numbers to different trees
  `create table tree_version (version uuid primary key)`,
  `insert into tree_version (version) values (gen_random_uuid())`,
  `create function change_tree_version() returns trigger language plpgsql as $$
    begin
      update tree_version set version = gen_random_uuid();
      return null;
    end $$`,
  `create trigger users_change_tree after insert or update or delete on users ${bump}`,
  // user lists show only the number of machines: credit and the like do not matter
  `create trigger machines_change_tree after insert or delete or update of owner_path, retired_at on machines ${bump}`,
)
