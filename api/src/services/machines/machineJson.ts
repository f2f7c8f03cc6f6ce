import { sql, type RawBuilder } from 'kysely'
import { reading, type Db } from '../../db/database'
import { subtreeEnd } from '../../db/treePath'
import { amount, instant } from '../../db/wireSql'
import { CHUNK_ROWS, piecesOf, ROW_SEPARATOR, type Chunk } from '../listPieces'
import { profitCents } from '../reports/closedDays'
import type { TreeNode } from '../users/treeNode'

/** A machine as sent, written by the database itself as in services/users/userJson. */
const MACHINE_JSON: RawBuilder<string> = sql`json_build_object(
  'idMachine', m.id,
  'machineName', m.name,
  'userId', u.user_id,
  'userName', u.user_name,
  'credit', ${amount(sql`m.credit_cents`)},
  'creditVersion', m.credit_version::text,
  'version', m.version::text,
  'serviceMode', m.service_mode,
  'profit', ${amount(profitCents)},
  'block', m.is_blocked,
  'location', nullif(m.location, ''),
  'ipAddress', nullif(m.ip_address, ''),
  'creationDate', ${instant(sql`m.created_at`)},
  'lastConnection', ${instant(sql`m.last_connection`)},
  'status', m.status,
  'isConnected', m.is_connected,
  'securityLevel', m.security_level,
  'jackpotMega', ${amount(sql`m.jackpot_mega_cents`)},
  'jackpotMini', ${amount(sql`m.jackpot_mini_cents`)}
)::text`

const IN_USE = sql<boolean>`m.retired_at is null`

async function readChunk(db: Db, caller: TreeNode, after: number | null): Promise<Chunk<number>> {
  const conditions = [IN_USE, sql<boolean>`m.key > ${after ?? 0}`]
  if (caller.level !== 1) {
    conditions.push(
      sql<boolean>`m.owner_path >= ${caller.path} and m.owner_path < ${subtreeEnd(caller.path)}`,
    )
  }
  const { rows } = await sql<Chunk<number>>`
    select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by key) as json, max(key) as last from (
      select m.key, ${MACHINE_JSON} as json
      from machines m join users u on u.user_id = m.owner_id
      where ${sql.join(conditions, sql` and `)}
      order by m.key limit ${sql.lit(CHUNK_ROWS)}
    ) chunk`.execute(db)
  return rows[0] ?? { json: null, last: null }
}

/** The machines of the caller and of everyone below (level 1: all), in the order in which they were made. */
export const machineListJson = (db: Db, caller: TreeNode): Promise<AsyncIterable<string>> =>
  piecesOf<number>((after) => reading(db, (trx) => readChunk(trx, caller, after)))

/** One machine as JSON text. @throws where there is none in use with this id */
export async function machineJson(db: Db, machineId: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${MACHINE_JSON} as json from machines m join users u on u.user_id = m.owner_id
    where m.id = ${machineId} and ${IN_USE}`.execute(db)
  const [machine] = rows
  if (!machine) throw new Error(`Machine ${machineId} is not in use`)
  return machine.json
}
