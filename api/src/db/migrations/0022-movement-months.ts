import { statements } from './sqlMigration'

/**
 * See docs/adr/0023-movements-by-month.md. `add_movement_months` adds missing months of a range, then moves
 * one month out of the default partition, and returns whether to call it again. It runs as the owner, one
 * process at a time, and gives up rather than wait long for a lock.
 */
export const partitionMovements = statements(
  // dropping the foreign key to machines needs this lock; taken only then, it could deadlock
  `lock table machines in access exclusive mode`,
  `alter table movements rename to movements_before`,
  `alter sequence movements_id_seq rename to movements_before_id_seq`,
  // columns are ordered to avoid alignment gaps
  `create table movements (
    id bigint generated always as identity,
    occurred_at timestamptz not null default clock_timestamp(),
    in_cents bigint not null check (in_cents >= 0),
    out_cents bigint not null check (out_cents >= 0),
    machine_id uuid not null,
    game_id integer,
    type smallint not null check (type between 1 and 6),
    reference text,
    state text
  ) partition by range (occurred_at)`,
  `alter table movements add constraint movements_cash_one_way check (
    (type <> 2 or out_cents = 0) and (type <> 3 or in_cents = 0))`,
  `create table movements_default partition of movements default`,
  `create function add_movement_months(first timestamptz, last timestamptz) returns boolean
    language plpgsql security definer
    set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
    declare
      month timestamp;
      name text;
      rule record;
      has_rows boolean;
    begin
      if last > now() + interval '1 year' or first < last - interval '50 years'
        or first < now() - interval '51 years' then
        raise exception 'no movements of % to % are expected', first, last;
      end if;
      -- nothing but this function locks this number
      if not pg_try_advisory_xact_lock(7302002) then return false; end if;
      foreach month in array array(
        select generate_series(date_trunc('month', first), last, interval '1 month')
        union select date_trunc('month', occurred_at) from movements_default where isfinite(occurred_at)
        order by 1
      ) loop
        name := 'movements_' || to_char(month, 'YYYY_MM');
        continue when to_regclass(name) is not null;
        -- before the others: a writer may hold locks on machines, and the two would wait for each other
        lock table movements_default in access exclusive mode;
        execute format('create table %I (like movements including defaults)', name);
        has_rows := exists (
          select from movements_default where occurred_at >= month and occurred_at < month + interval '1 month');
        if has_rows then
          alter table movements_default disable trigger user;
          execute format(
            'with moved as (
              delete from movements_default where occurred_at >= %L and occurred_at < %L returning *
            ) insert into %I select * from moved order by occurred_at, id',
            month, month + interval '1 month', name);
          alter table movements_default enable trigger user;
        end if;
        -- not with the table: rows that are older than a rule need not hold it
        for rule in
          select conname, pg_get_constraintdef(oid) as definition from pg_constraint
          where conrelid = 'movements'::regclass and contype = 'c'
        loop
          execute format('alter table %I add constraint %I %s', name, rule.conname, rule.definition);
        end loop;
        execute format('alter table movements attach partition %I for values from (%L) to (%L)',
          name, month, month + interval '1 month');
        perform guard_movements(name);
        if has_rows then return true; end if;
      end loop;
      return false;
    end $$`,
  `revoke execute on function add_movement_months(timestamptz, timestamptz) from public`,
  // a statement that names a partition does not fire the triggers of the partitioned table
  `create function guard_movements(name text) returns void language plpgsql as $$
    begin
      execute format('create trigger movements_append_only before update or delete or truncate on %I
        for each statement execute function refuse_change()', name);
      execute format('create trigger movements_after_closed_days after insert on %I
        referencing new table as added
        for each statement execute function refuse_movement_in_closed_day()', name);
    end $$`,
  `do $$
    declare months record;
    begin
      for months in
        select distinct date_trunc('month', occurred_at, 'UTC') as start from movements_before
        where occurred_at between now() - interval '50 years' and now()
      loop
        perform add_movement_months(months.start, months.start);
      end loop;
    end $$`,
  `insert into movements (id, occurred_at, in_cents, out_cents, machine_id, game_id, type, reference, state)
    overriding system value
    select id, occurred_at, in_cents, out_cents, machine_id, game_id, type, reference, state
    from movements_before`,
  `do $$
    begin
      if exists (
        select type, count(*), sum(in_cents), sum(out_cents), sum(id) from movements_before group by type
        except
        select type, count(*), sum(in_cents), sum(out_cents), sum(id) from movements group by type
      ) or (select count(*) from movements) <> (select count(*) from movements_before) then
        raise exception 'the movements in months are not those that were there';
      end if;
    end $$`,
  `select setval('movements_id_seq', last_value, is_called) from movements_before_id_seq`,
  // existing grants are kept: servers of the previous build keep running meanwhile
  `do $$
    declare granted record;
    begin
      for granted in
        select grantee::regrole as role, privilege_type as privilege
        from pg_class, aclexplode(relacl)
        where oid = 'movements_before'::regclass and grantee not in (0, relowner)
      loop
        execute format('grant %s on movements to %s', granted.privilege, granted.role);
        execute format('grant usage on sequence movements_id_seq to %s', granted.role);
        execute format('grant execute on function add_movement_months(timestamptz, timestamptz) to %s', granted.role);
      end loop;
    end $$`,
  `drop table movements_before`,
  // replaces the indexes on id and time: the sequence keeps ids unique
  `alter table movements add primary key (occurred_at, id)`,
  `create index movements_machine_time on movements (machine_id, occurred_at)`,
  `alter table movements add foreign key (machine_id) references machines`,
  `alter table movements add constraint movements_bounds
    check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`,
  `select guard_movements('movements')`,
  `select guard_movements('movements_default')`,
  `select add_movement_months(now(), now() + interval '1 month')`,
  `analyze movements`,
)
