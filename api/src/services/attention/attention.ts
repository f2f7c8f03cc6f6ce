import {
  attentionThresholds,
  type AttentionMarksRequest,
  type AttentionListQuery,
  type AttentionResponse,
  type AttentionThresholdsWire,
  type FindingWire,
} from '@console/shared-kernel/schemas'
import { DEFAULT_THRESHOLDS } from '@console/shared-kernel/contracts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { transactOn } from '../../db/transact'
import { visibleTo } from '../lists'
import { firstInstantAt } from '../reports/instantRange'
import { blockedBranches, type TreeNode } from '../tree'
import { announce, lastCheck } from './findings'
import { isWatched } from './rules'

const MAX_FINDINGS = 500

interface Row {
  id: number
  kind: FindingWire['kind']
  since: Date
  machine_id: string | null
  machine_name: string | null
  blockable: boolean
  user_id: number
  user_name: string
  figure: number | null
  bound: number | null
  total: number
}

/**
 * The findings that the caller may see and has not hidden. Blocking a machine hides all its findings except
 * credit changes.
 */
export const readAttention = (
  db: Db,
  caller: TreeNode,
  query: AttentionListQuery = {},
): Promise<AttentionResponse> => transactOn(db, 'lists')((trx) => readSnapshot(trx, caller, query))

async function readSnapshot(
  db: Db,
  caller: TreeNode,
  { only }: AttentionListQuery,
): Promise<AttentionResponse> {
  // a generic plan would search thousands of blocked branches for each finding, instead of hashing them
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
  const branches = await blockedBranches(db, visibleTo(caller)(sql`u.path`))
  const thresholds = await readThresholds(db, caller)
  const { hidden, payoutCents, creditChangeCents } = thresholds
  const isMarked = sql`exists (select from finding_marks k
    where k.finding_id = f.id and k.user_id = ${caller.userId} and k.hidden_until > now())`
  const isWanted = sql`f.kind <> all (${hidden}::text[])
    and (f.kind <> 'payout' or f.figure > ${payoutCents})
    and (f.kind <> 'credit-change' or abs(f.figure) > ${creditChangeCents})
    and (f.kind = 'credit-change' or m.id is null or ${isWatched(branches)})
    -- an attack that lasts hours has a finding for each window: the last one is enough
    and (f.kind <> 'refused-sign-ins' or not exists (select from findings later
      where later.kind = f.kind and later.subject = f.subject and later.since > f.since))`
  const wanted = sql`findings f join users u on u.user_id = f.user_id left join machines m on m.id = f.machine_id
    where ${sql.join([...scopeOf(caller), sql`(${isWanted})`], sql` and `)}`
  const from = sql`${wanted} and not ${isMarked}`
  const checkedAt = (await lastCheck(db))?.toISOString() ?? null
  if (only === 'total') {
    const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(
      db,
    )
    return {
      findings: [],
      total: counts[0]?.total ?? 0,
      machineIds: [],
      hiddenIds: [],
      thresholds,
      checkedAt,
    }
  }
  const { rows } = await sql<Row>`
    select f.id, f.kind, f.since, f.machine_id, m.name as machine_name,
      coalesce(m.retired_at is null and not m.is_blocked, false) as blockable, f.user_id, u.user_name, f.figure, f.bound,
      count(*) over ()::int as total
    from ${from} order by f.since desc, f.id desc limit ${sql.lit(MAX_FINDINGS)}`.execute(db)
  const { rows: machines } = await sql<{ id: string }>`
    select distinct m.id from ${from} and m.id is not null order by m.id`.execute(db)
  const { rows: marked } = await sql<{ id: number }>`
    select f.id from ${wanted} and ${isMarked} order by f.since desc, f.id desc limit ${sql.lit(MAX_FINDINGS)}`.execute(
    db,
  )
  return {
    findings: rows.map(toFinding),
    total: rows[0]?.total ?? 0,
    machineIds: machines.map(({ id }) => id),
    hiddenIds: marked.map(({ id }) => id),
    thresholds,
    checkedAt,
  }
}

const scopeOf = (caller: TreeNode): RawBuilder<boolean>[] => visibleTo(caller)(sql`f.path`)

const toFinding = (row: Row): FindingWire => ({
  id: row.id,
  kind: row.kind,
  since: row.since.toISOString(),
  machine:
    row.machine_id === null
      ? null
      : { id: row.machine_id, name: row.machine_name ?? '', blockable: row.blockable },
  user: { userId: row.user_id, userName: row.user_name },
  figure: row.figure,
  limit: row.bound,
})

async function readThresholds(db: Db, { userId }: TreeNode): Promise<AttentionThresholdsWire> {
  const stored = await db
    .selectFrom('attention_thresholds')
    .select('thresholds')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // a later build may have other kinds or floors
  const { data } = attentionThresholds.safeParse(stored?.thresholds)
  return data ?? { ...DEFAULT_THRESHOLDS, hidden: [...DEFAULT_THRESHOLDS.hidden] }
}

export async function saveThresholds(
  trx: Db,
  { userId, path }: TreeNode,
  thresholds: AttentionThresholdsWire,
): Promise<AttentionThresholdsWire> {
  const stored = { ...thresholds, hidden: [...new Set(thresholds.hidden)] }
  await trx
    .insertInto('attention_thresholds')
    .values({ user_id: userId, thresholds: JSON.stringify(stored) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ thresholds: JSON.stringify(stored) }))
    .execute()
  await announce(trx, [path])
  return stored
}

/** Hides findings only for the caller, or shows them again. @returns how many of the ids the caller may see */
export async function markFindings(
  trx: Db,
  caller: TreeNode,
  { ids, until }: AttentionMarksRequest,
  timeZone: string,
): Promise<number> {
  const visible = sql`select f.id from findings f
    where ${sql.join([...scopeOf(caller), sql`f.id = any (${ids}::bigint[])`], sql` and `)}`
  // for the caller's other tabs
  await announce(trx, [caller.path])
  if (until === 'none') {
    const { numAffectedRows } = await sql`
      delete from finding_marks where user_id = ${caller.userId} and finding_id in (${visible})`.execute(trx)
    return Number(numAffectedRows)
  }
  const tomorrow = firstInstantAt(sql`((now() at time zone ${timeZone})::date + 1)::timestamp`, timeZone)
  const { numAffectedRows } = await sql`
    insert into finding_marks (user_id, finding_id, hidden_until)
    select ${caller.userId}, id, ${until === 'seen' ? sql`'infinity'` : tomorrow}
    from (${visible} order by f.id for key share) f
    on conflict (finding_id, user_id) do update set hidden_until = excluded.hidden_until`.execute(trx)
  return Number(numAffectedRows)
}
