import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_FOLDER } from './build'
import { programsOf } from './cluster'
import { temporaryFolder } from './cleanUp'
import { createDatabase, databaseOf, urlOf } from './engine'

/** Saves the database of one data directory and restores it as that of another, by the commands of api/README.md. */
export async function copyByDump(from: string, to: string): Promise<void> {
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
