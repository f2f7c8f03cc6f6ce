-- Compares a recovered database with its audit and movements, as docs/database.md describes.
select max(at)::text as newest, count(*)::int as changes from audit;

select count(*)::int as different from machines m
where credit_cents <> (
  select (after ->> 'creditCents')::bigint from audit
  where subject = 'machine ' || m.id and action = 'machine.credit' order by id desc limit 1);

with closed as (select max(ends_at) as at from closed_days),
since as ( -- the first boundary whose movements are still there, or null if no month was detached
  select min(ends_at) as at from closed_days
  where ends_at >= (select (value #>> '{}')::timestamptz from app_state where key = 'movements-kept-from')),
sums as (
  select machine_key, ends_at,
    bet_cents + cash_in_cents + jackpot_in_cents + ticket_in_cents + pos_in_cents as ins,
    win_cents + cash_out_cents + jackpot_out_cents + ticket_out_cents + pos_out_cents as outs
  from (
    select * from machine_totals
    union all -- final totals stand for each later day
    select (jsonb_populate_record(f, jsonb_build_object('ends_at', d.ends_at))).*
    from final_totals f join closed_days d on d.ends_at > f.ends_at) totals),
kept as (
  select s.machine_key, s.ins - coalesce(before.ins, 0) as ins, s.outs - coalesce(before.outs, 0) as outs
  from sums s join closed on s.ends_at = closed.at cross join since
  left join sums before on before.machine_key = s.machine_key and before.ends_at = since.at),
moved as (
  select m.key, sum(in_cents) as ins, sum(out_cents) as outs
  from movements v join machines m on m.id = v.machine_id, closed, since
  where occurred_at < closed.at and (since.at is null or occurred_at >= since.at) group by m.key)
select count(*)::int as different from kept left join moved on key = machine_key
where (kept.ins, kept.outs) <> (coalesce(moved.ins, 0), coalesce(moved.outs, 0));
