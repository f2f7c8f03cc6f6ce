import { statements } from './sqlMigration'

export const prepareReports = statements(
  // four bytes instead of sixteen, for tables with a row per machine and day
  `alter table machines add column key integer generated always as identity unique`,
  `create index movements_time on movements (occurred_at)`,
  // the time of the write, not the start of the transaction: see services/reports/rollUpDays
  `alter table movements alter column occurred_at set default clock_timestamp()`,
  `alter table movements add constraint movements_cash_one_way check (
    (type <> 2 or out_cents = 0) and (type <> 3 or in_cents = 0))`,
  `create table closed_days (ends_at timestamptz primary key)`,
  // columns are ordered to avoid alignment gaps: at worst there are as many rows as movements
  `create table machine_totals (
    ends_at timestamptz not null,
    bet_cents bigint not null,
    win_cents bigint not null,
    cash_in_cents bigint not null,
    cash_out_cents bigint not null,
    machine_key integer not null,
    plays integer not null,
    cash_ins integer not null,
    cash_outs integer not null,
    primary key (ends_at, machine_key)
  )`,
  `create function refuse_movement_in_closed_day() returns trigger language plpgsql as $$
    begin
      if exists (select from added where occurred_at < (select max(ends_at) from closed_days)) then
        raise exception 'movements of days that are closed would be missing in the totals';
      end if;
      return null;
    end $$`,
  `create trigger movements_after_closed_days after insert on movements referencing new table as added
    for each statement execute function refuse_movement_in_closed_day()`,
)

/** NOT VALID: existing movements beyond the bounds stay, and reports count them. */
export const boundMovements = statements(
  `alter table movements add constraint movements_bounds
    check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`,
)
