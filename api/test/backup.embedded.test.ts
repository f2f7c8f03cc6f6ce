import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { demoFolder, temporaryFolder } from './support/demo'
import { get, tokenOf } from './support/http'
import { run, startApi } from './support/server'

async function command(script: string, dataDir: string, args: string[]) {
  const { ended, stdout, stderr } = await run(script, { DATA_DIR: dataDir }, args)
  return { code: await ended, out: stdout(), err: stderr() }
}

test('what is saved comes back in another directory, sessions included', async () => {
  const folder = await demoFolder()
  const saved = join(temporaryFolder(), 'saved')
  const before = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(before.url, 'client1')

  const early = await command('backup.js', folder, ['--to', saved])
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('in use by another server')])
  // however it ended
  await before.stop('SIGKILL')
  expect(await command('backup.js', folder, ['--to', saved])).toEqual({
    code: 0,
    out: `${folder} is saved in ${saved}\n`,
    err: '',
  })
  expect(readdirSync(saved).sort()).toEqual(['pg', 'token-secret'])

  const elsewhere = join(temporaryFolder(), 'new', 'data')
  expect((await command('restore.js', elsewhere, ['--from', saved])).code).toBe(0)
  const after = await startApi({ DATA_DIR: elsewhere })
  expect((await get(`${after.url}/api/Users/current`, token)).status).toBe(200)
  await after.stop()
})

test('nothing is overwritten, and nothing that is no data is taken for it', async () => {
  const folder = await demoFolder()
  const full = temporaryFolder()
  writeFileSync(join(full, 'something'), '')
  expect((await command('backup.js', folder, ['--to', full])).err).toBe(`backup: ${full} is there already\n`)
  expect((await command('backup.js', folder, ['--to', join(folder, 'saved')])).err).toBe(
    `backup: ${join(folder, 'saved')} is inside the data directory: save it elsewhere\n`,
  )
  expect((await command('restore.js', full, ['--from', folder])).err).toContain(`${full} is not empty`)
  const empty = temporaryFolder()
  expect((await command('backup.js', empty, ['--to', join(full, 'x')])).err).toContain(
    'There is no database in',
  )
  expect((await command('restore.js', empty, ['--from', full])).err).toContain('There is no database in')
  expect([existsSync(join(full, 'x')), readdirSync(empty)]).toEqual([false, []])
})

test.each([
  ['backup.js', [], 'Usage: npm run backup -w api -- --to FOLDER'],
  ['backup.js', ['--from', 'x'], 'Usage: npm run backup -w api -- --to FOLDER'],
  ['restore.js', [], 'Usage: npm run restore -w api -- --from FOLDER'],
])('%s %j: how to call it', async (script, args, usage) => {
  const { code, err } = await command(script, temporaryFolder(), args)
  expect([code, err]).toEqual([1, expect.stringContaining(usage)])
})
