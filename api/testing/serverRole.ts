import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { postgresEngine } from '../src/db/postgres/postgres'
import { migrate } from '../src/db/migrations/migrate'
import { grantTo } from '../src/db/roles'
import type { Schema } from '../src/db/schema'
import { onCluster, signServersInBy, urlOf } from './engine'

/** If a test file imports this module first, its servers have only the rights that README.md grants. */
const role = { name: `server_${randomUUID()}`, password: 'password of a server' }
const granted = new Map<string, Promise<void>>()

async function grant(database: string): Promise<void> {
  const db = new Kysely<Schema>({ dialect: postgresEngine(urlOf(database), 14).dialectFor('background') })
  await migrate(db)
  await grantTo(db, role.name)
  await db.destroy()
}

const created = onCluster(`create role "${role.name}" login password '${role.password}'`)
signServersInBy(async (database) => {
  await created
  if (!granted.has(database)) granted.set(database, grant(database))
  await granted.get(database)
  return urlOf(database, role)
})
