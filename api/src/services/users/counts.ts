import type { UserCountsResponse } from '@console/shared-kernel/schemas'
import { seesEverything } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import type { Transact } from '../../db/transact'
import { inSubtree, parentPath, PATH_LENGTHS } from '../../db/treePath'
import { ROW_SEPARATOR } from '../lists'
import type { TreeNode } from '../tree'

/**
 * SQL: counts per path first, then adds these few sums up the tree.
 * @param path the top; null is everything. @param lengths which path lengths get sums
 */
function countsBelow(path: string | null, lengths: readonly number[]): RawBuilder<unknown> {
  const within = (column: RawBuilder<unknown>) => (path === null ? sql`true` : inSubtree(column, path))
  return sql`
    select left(standing.path, above.length) as path, sum(users) as users, sum(blocked_users) as blocked_users,
      sum(machines) as machines, sum(blocked_machines) as blocked_machines,
      sum(online_machines) as online_machines
    from (
      select ${parentPath(sql`u.path`)} as path, count(*) as users,
        count(*) filter (where u.is_blocked) as blocked_users,
        0 as machines, 0 as blocked_machines, 0 as online_machines
      from users u where u.deleted_at is null and u.parent_id is not null and ${within(sql`u.path`)}
      group by 1
      union all
      select m.owner_path, 0, 0, count(*), count(*) filter (where m.is_blocked),
        count(*) filter (where m.is_connected)
      from machines m where m.retired_at is null and ${within(sql`m.owner_path`)}
      group by 1
    ) standing
    join unnest(array[${sql.join(lengths.map((length) => sql.lit(length)))}]) above (length)
      on above.length <= length(standing.path)
    group by 1`
}

const COUNTS_JSON = sql`json_build_object(
  'userId', u.user_id,
  'users', coalesce(c.users, 0),
  'blockedUsers', coalesce(c.blocked_users, 0),
  'machines', coalesce(c.machines, 0),
  'blockedMachines', coalesce(c.blocked_machines, 0),
  'onlineMachines', coalesce(c.online_machines, 0)
)`

export async function countsListJson(transact: Transact, caller: TreeNode): Promise<string[]> {
  const top = seesEverything(caller) ? null : caller.path
  const lengths = PATH_LENGTHS.filter((length) => top === null || length >= top.length)
  const { rows } = await transact((trx) =>
    sql<{ json: string | null }>`
    select string_agg(${COUNTS_JSON}::text, ${sql.lit(ROW_SEPARATOR)} order by u.path) as json
    from (${countsBelow(top, lengths)}) c join users u on u.path = c.path
    where c.users > 0`.execute(trx),
  )
  return rows.flatMap(({ json }) => json ?? [])
}

export async function countsOf(transact: Transact, { userId, path }: TreeNode): Promise<UserCountsResponse> {
  const { rows } = await transact((trx) =>
    sql<{ json: UserCountsResponse }>`
    select ${COUNTS_JSON} as json
    from users u left join (${countsBelow(path, [path.length])}) c on c.path = u.path
    where u.user_id = ${userId}`.execute(trx),
  )
  const [row] = rows
  if (!row) throw new Error(`User ${userId} has no row`)
  return row.json
}
