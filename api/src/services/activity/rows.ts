import type { ActivityRow } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { subtreeEnd } from '../../db/treePath'
import type { TreeNode } from '../tree/treeNode'
import type { Place } from '../lists/listPieces'

interface PlacedRow {
  row: ActivityRow
  place: Place
}

interface Stored {
  id: number
  at: Date
  microseconds: number
  action: string
  subject: string
  actor_id: number | null
  actor_name: string | null
  subject_user_id: number | null
  subject_machine_id: string | null
  user_name: string | null
  machine_name: string | null
  game_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** SQL: a deleted game has the name that it had at its deletion. */
const GAME_NAME = sql`case when a.subject like 'game %' then coalesce(
  (select name from games where id = split_part(a.subject, ' ', 2)::integer),
  (select d.before ->> 'name' from audit d where d.subject = a.subject and d.action = 'game.delete'))
end`

/** @param page SQL: the ids of the rows */
export async function readRows(db: Db, caller: TreeNode, page: RawBuilder<unknown>): Promise<PlacedRow[]> {
  // users below a manager must not see the address that the manager changed a password from
  const after =
    caller.level === 1
      ? sql`a.after`
      : sql`case when a.actor_path < ${caller.path} or a.actor_path >= ${subtreeEnd(caller.path)}
          then a.after - 'address' else a.after end as after`
  const { rows } = await sql<Stored>`
    select a.id, a.at, (extract(epoch from a.at) * 1000000)::bigint as microseconds, a.action, a.subject,
      a.actor_id, actor.user_name as actor_name, a.subject_user_id, a.subject_machine_id,
      u.user_name, m.name as machine_name, ${GAME_NAME} as game_name, a.before, ${after}
    from (${page}) page join audit a on a.id = page.id
      left join users actor on actor.user_id = a.actor_id
      left join users u on u.user_id = a.subject_user_id
      left join machines m on m.id = a.subject_machine_id
    order by a.at desc, a.id desc`.execute(db)
  return rows.map((stored) => ({
    row: toRow(stored),
    place: { time: stored.microseconds, id: stored.id },
  }))
}

const toRow = (stored: Stored): ActivityRow => ({
  id: stored.id,
  at: stored.at.toISOString(),
  kind: stored.action,
  actor: stored.actor_id === null ? null : { userId: stored.actor_id, userName: stored.actor_name ?? '' },
  subject: subjectOf(stored),
  before: stored.before,
  after: stored.after,
})

function subjectOf(stored: Stored): ActivityRow['subject'] {
  const { subject, subject_machine_id, subject_user_id } = stored
  const [, gameId] = /^game (\d+)$/.exec(subject) ?? []
  if (gameId !== undefined) return { type: 'game', gameId: Number(gameId), name: stored.game_name ?? '' }
  if (subject_user_id === null) return null
  if (subject_machine_id === null) {
    return { type: 'user', userId: subject_user_id, name: stored.user_name ?? '' }
  }
  const [userId, machineId] = [subject_user_id, subject_machine_id]
  return { type: 'machine', userId, machineId, name: stored.machine_name ?? '' }
}
