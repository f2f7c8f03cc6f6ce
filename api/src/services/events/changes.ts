import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { readStored, type StoredActivity } from '../activity'
import { covers, type TreeNode } from '../tree'
import { isBlock, type ListPart, readListParts } from './listParts'
import { readSnapshot, type Snapshot } from './snapshot'

/** What one audit row changed. */
export interface Change {
  xid: bigint
  stored: StoredActivity
  lists: readonly ListPart[]
  /** The path of a user who was blocked or unblocked. */
  blockedPath: string | null
}

/** What one read has found. */
export interface Round {
  /** Everything that the read has seen: the position after its changes. */
  to: Snapshot
  /** Changes in the order of their ids. Null if they cannot be listed: clients must reload their lists. */
  changes: readonly Change[] | null
  /** Paths of the users and machines whose findings changed; a null among them means everyone's. */
  attention: readonly (string | null)[]
  /** How long ago the oldest change was written, in seconds; 0 without changes. */
  age: number
}

/** Maximum changes per read: a megabyte or two, and more than a database commits in a few seconds. */
const MAX_CHANGES = 2_000

export async function currentSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db)
  return snapshotOf(rows[0]?.now)
}

function snapshotOf(text = ''): Snapshot {
  const snapshot = readSnapshot(text)
  if (!snapshot) throw new Error(`'${text}' is no snapshot`)
  return snapshot
}

/**
 * What was committed since a snapshot, with the list rows as they are now.
 *
 * @param viewer if given, only the rows that this user may see are read
 */
export async function readChanges(db: Db, from: Snapshot, viewer: TreeNode | null = null): Promise<Round> {
  const { to, xids, attention, age, isAhead } = await readIds(db, from)
  if (isAhead || xids.size > MAX_CHANGES) return { to, changes: null, attention, age }
  const stored =
    xids.size === 0 ? [] : await readStored(db, sql`select unnest(${[...xids.keys()]}::bigint[]) as id`)
  // changes that have moved to the archive may be missing here
  if (stored.some(({ action }) => action === 'audit.archive')) return { to, changes: null, attention, age }
  stored.sort((one, other) => one.id - other.id)
  const parts = await readListParts(
    db,
    stored.filter(({ subject_path }) => viewer === null || maySee(viewer, subject_path)),
  )
  const changes = stored.map((one) => ({
    xid: xids.get(one.id) ?? 0n,
    stored: one,
    lists: parts.get(one) ?? [],
    blockedPath: isBlock(one) ? one.subject_path : null,
  }))
  const watched = stored.flatMap((one) => (hidesFindings(one) ? (one.subject_path ?? []) : []))
  return { to, changes, attention: [...attention, ...watched], age }
}

const MACHINE_BLOCKS = ['machine.block', 'machine.unblock', 'machine.block-end', 'machine.retire']

/** Blocking a subject hides its findings at once. */
const hidesFindings = (change: StoredActivity): boolean =>
  isBlock(change) || MACHINE_BLOCKS.includes(change.action)

/** @param path null if everyone may see the change */
export const maySee = (viewer: TreeNode, path: string | null): boolean =>
  path === null || covers(viewer, path)

interface Found {
  now: string
  isAhead: boolean
  /**
   * The id of the audit row; null for findings. If nothing is found, the only row has null here and in the
   * next two fields.
   */
  id: number | null
  xid: string | null
  age: number | null
  path: string | null
}

/**
 * Includes transactions that have begun since the snapshot, and those that were open then. A snapshot that is
 * ahead is from another server, or made up. A restored database may have rows whose transaction ids are not
 * yet assigned: these are from another server too, and are left out.
 */
async function readIds(db: Db, { text }: Snapshot) {
  const from = sql`${text}::pg_snapshot`
  const audit = sql`select id, xid, at, null as path from audit`
  const findings = sql`select null, xid, at, path from finding_changes`
  const began = sql`where xid >= pg_snapshot_xmax(${from}) and xid < pg_snapshot_xmax(s.now)`
  const wasOpen = sql`where xid in (select pg_snapshot_xip(${from}))`
  const first = sql`order by xid, id limit ${sql.lit(MAX_CHANGES + 1)}`
  const { rows } = await sql<Found>`
    select s.now::text as now, pg_snapshot_xmax(${from}) > pg_snapshot_xmax(s.now) as "isAhead",
      f.id, f.xid::text as xid, f.path, extract(epoch from clock_timestamp() - f.at)::float8 as age
    from (select pg_current_snapshot() as now) s left join lateral (
      (${audit} ${began} ${first}) union all (${audit} ${wasOpen} ${first})
      union all ${findings} ${began} union all ${findings} ${wasOpen}
    ) f on true`.execute(db)
  const xids = new Map<number, bigint>()
  const attention = new Set<string | null>()
  for (const { id, xid, path } of rows) {
    if (xid === null) continue
    if (id === null) attention.add(path)
    else xids.set(id, BigInt(xid))
  }
  const { now, isAhead } = rows[0] ?? { isAhead: false }
  return {
    to: snapshotOf(now),
    isAhead,
    xids,
    attention: [...attention],
    age: Math.max(0, ...rows.map((row) => row.age ?? 0)),
  }
}
