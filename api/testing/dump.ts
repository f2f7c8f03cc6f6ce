import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_FOLDER } from './build'
import { programsOf } from './cluster'
import { temporaryFolder } from './cleanUp'
import { createDatabase, databaseOf, onPostgres, urlOf } from './engine'

/**
 * Copies the data of one directory to another while no server runs; on PostgreSQL with the commands in
 * api/README.md.
 */
export async function copyData(from: string, to: string): Promise<void> {
  if (!onPostgres) return cpSync(from, to, { recursive: true })
  const readme = readFileSync(join(API_FOLDER, 'README.md'), 'utf8')
  const [, save, restore] =
    /Back up PostgreSQL with the server running: `(pg_dump .*?)`.*?`(pg_restore .*?)`/.exec(readme) ?? []
  if (!save || !restore) throw new Error('README names the two commands in other words')
  const cwd = temporaryFolder()
  const shell = (command: string, folder: string) => {
    const PATH = `${programsOf(globalThis.postgresPrograms)}:${process.env['PATH']}`
    const env = { PATH, DATABASE_URL: urlOf(databaseOf(folder)) }
    execFileSync('sh', ['-ec', command], { cwd, env, stdio: 'pipe' })
  }
  shell(save, from)
  await createDatabase(databaseOf(to))
  shell(restore, to)
}
