import { statements } from './sqlMigration'

/** `tree_version` is always locked before these rows, to prevent deadlocks. */
export const keepMachineCounts = statements(
  `create table machine_counts (path text collate "C" primary key, machines integer not null)`,
  `create function add_machines(owner_paths text[], change integer) returns void language plpgsql as $$
    begin
      perform from tree_version for no key update;
      insert into machine_counts as kept (path, machines)
      select left(owner_path, above.length), count(*) * change
      from unnest(owner_paths) owner_path
      join generate_series(6, 48, 7) above (length) on above.length <= length(owner_path)
      group by 1
      on conflict (path) do update set machines = kept.machines + excluded.machines;
    end $$`,
  `create function keep_machine_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform add_machines(array(select owner_path from added where retired_at is null), 1);
      elsif tg_op = 'DELETE' then
        perform add_machines(array(select owner_path from removed where retired_at is null), -1);
      else
        if old.retired_at is null then perform add_machines(array[old.owner_path], -1); end if;
        if new.retired_at is null then perform add_machines(array[new.owner_path], 1); end if;
      end if;
      return null;
    end $$`,
  `create trigger machines_added after insert on machines referencing new table as added
    for each statement execute function keep_machine_counts()`,
  `create trigger machines_removed after delete on machines referencing old table as removed
    for each statement execute function keep_machine_counts()`,
  // for each row, so that a change of credit does not call the function at all
  `create trigger machines_moved after update on machines
    for each row when (
      (old.owner_path, old.retired_at is null) is distinct from (new.owner_path, new.retired_at is null)
    ) execute function keep_machine_counts()`,
  `select add_machines(array(select owner_path from machines where retired_at is null), 1)`,
)
