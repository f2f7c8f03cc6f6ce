import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { demoFolder, temporaryFolder } from './support/demo'
import { get, login, tokenOf } from './support/http'
import { run, serversForEachTest } from './support/server'

const LOCK = 'console-api.lock'
const start = serversForEachTest()

describe('the data directory', () => {
  test('is for one server: the second one says so and exits 1, and the first goes on', async () => {
    const folder = await demoFolder()
    const first = await start({ DATA_DIR: folder })
    const second = await run('main.js', { DATA_DIR: folder })
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain(
      `in use by another server (process ${first.process.pid} on ${hostname()})`,
    )
    expect(second.stderr()).not.toContain('    at ')
    expect((await login(first.url, 'master')).status).toBe(200)
  })

  test('is taken over from an owner who is dead, however it died', async () => {
    const folder = await demoFolder()
    const killed = await start({ DATA_DIR: folder })
    const token = await tokenOf(killed.url, 'master')
    await killed.stop('SIGKILL')
    expect(existsSync(join(folder, LOCK))).toBe(true)
    const next = await start({ DATA_DIR: folder })
    expect((await get<boolean>(`${next.url}/api/Auth/validate`, token)).body).toBe(true)
  })

  test('holds the key of the tokens, readable for its owner only', async () => {
    const folder = await demoFolder()
    await (await start({ DATA_DIR: folder })).stop()
    const file = join(folder, 'token-secret')
    expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(join(folder, LOCK))).toBe(false)
  })

  test('is refused with a key that was broken off while it was written', async () => {
    const folder = await demoFolder()
    const file = join(folder, 'token-secret')
    writeFileSync(file, '')
    const refused = await run('main.js', { DATA_DIR: folder })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toBe(
      `console-api: ${file} holds no whole secret. Remove it to have another made: all sessions end then.\n`,
    )
  })
})

test('a first start in an empty directory works, and leaves nothing half made', async () => {
  const folder = join(temporaryFolder(), 'new', 'data')
  const api = await start({ DATA_DIR: folder })
  expect((await login(api.url, 'master')).status).toBe(401)
  expect(existsSync(join(folder, 'pg.partial'))).toBe(false)
})
