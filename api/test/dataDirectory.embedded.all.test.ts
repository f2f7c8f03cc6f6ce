import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { API_FOLDER, ensureBuilt, WORK_FOLDER } from '../testing/build'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { get, login, tokenOf } from '../testing/http'
import { command, launch, serversForEachTest, startApi } from '../testing/server'

const LOCK = 'console-api.lock'
const start = serversForEachTest()

describe('the data directory', () => {
  test('serves one server: a second one prints what to set and exits with 1, and the first keeps running', async () => {
    const folder = await demoFolder()
    const first = await start({ DATA_DIR: folder })
    const second = await command('main', { DATA_DIR: folder })
    expect(second.code).toBe(1)
    expect(second.err).toContain(
      `console-api: The data directory ${folder} is in use by another server ` +
        `(process ${first.process.pid} on ${hostname()}). Stop it first. A second server needs another folder (DATA_DIR).\n`,
    )
    expect(second.err).not.toContain('    at ')
    expect((await login(first.url, 'master')).status).toBe(200)
  })

  test('is taken over from an owner that was killed', async () => {
    const folder = await demoFolder()
    const killed = await start({ DATA_DIR: folder })
    const token = await tokenOf(killed.url, 'master')
    await killed.stop('SIGKILL')
    expect(existsSync(join(folder, LOCK))).toBe(true)
    const next = await start({ DATA_DIR: folder })
    expect((await get<boolean>(`${next.url}/api/Auth/validate`, token)).body).toBe(true)
  })

  test("is opened even if a disk fault left the engine's own lock file empty", async () => {
    const folder = await demoFolder()
    const killed = await start({ DATA_DIR: folder })
    await killed.stop('SIGKILL')
    const file = join(folder, 'pg', 'postmaster.pid')
    expect(existsSync(file)).toBe(true)
    writeFileSync(file, '')
    const next = await start({ DATA_DIR: folder })
    expect((await login(next.url, 'master')).status).toBe(200)
  })

  test('holds the token signing key, readable only by its owner', async () => {
    const folder = await demoFolder()
    await (await start({ DATA_DIR: folder })).stop()
    const file = join(folder, 'token-secret')
    expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(join(folder, LOCK))).toBe(false)
  })

  test('is rejected if its signing key is incomplete', async () => {
    const folder = await demoFolder()
    const file = join(folder, 'token-secret')
    writeFileSync(file, '')
    const rejected = await command('main', { DATA_DIR: folder })
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain(
      `console-api: ${file} contains an incomplete secret. Delete it to create a new one: all sessions end then.\n`,
    )
  })
})

test('a server whose log is read late still logs why it ended', async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  const log = api.process.stderr!
  log.pause()
  // more than a pipe holds
  for (let lines = 0; lines < 4_000; lines += 50) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${api.url}/api/Machines`)))
  }
  rmSync(join(folder, LOCK), { recursive: true })
  // two and a half heartbeats
  await sleep(2_500)
  log.resume()
  expect(await api.ended).toBe(1)
  expect(api.stderr()).toMatch(/^console-api: The lock of the data directory .* is lost: .*$/m)
})

test('each start with data on disk prints to standard error what the embedded engine does not guarantee', async () => {
  const figure = 'lost the acknowledged writes of the last 3 to 25 seconds'
  const onDisk = await start({ DATA_DIR: await demoFolder() })
  expect(
    onDisk
      .stderr()
      .split('\n')
      .filter((line) => line.includes(figure)),
  ).toHaveLength(1)
  expect(onDisk.stdout()).not.toContain(figure)
  const inMemory = await start({ DATA_DIR: 'memory://' })
  expect(inMemory.stderr()).not.toContain(figure)
})

test('a first start in an empty directory leaves no temporary files', async () => {
  const folder = join(temporaryFolder(), 'new', 'data')
  const api = await start({ DATA_DIR: folder })
  expect((await login(api.url, 'master')).status).toBe(401)
  expect(existsSync(join(folder, 'pg.partial'))).toBe(false)
})

test('a build without the engine, as in the image, prints what it needs instead', async () => {
  await ensureBuilt()
  const build = mkdtempSync(join(WORK_FOLDER, 'without-engine-'))
  try {
    const filter = (path: string) => !basename(path).startsWith('dbWorker.js')
    cpSync(join(API_FOLDER, 'dist'), build, { recursive: true, filter })
    const program = join(relative(join(API_FOLDER, 'dist'), build), 'main.js')
    const rejected = launch(program, { DATA_DIR: temporaryFolder() })
    expect(await rejected.ended).toBe(1)
    expect(rejected.stderr()).toMatch(/^console-api: This build has no embedded engine: set DATABASE_URL\.$/m)
    expect(rejected.stderr()).not.toContain('Cannot find module')
    const inProduction = launch(program, { NODE_ENV: 'production', TOKEN_SECRET: 'x'.repeat(32) })
    expect(await inProduction.ended).toBe(1)
    expect(inProduction.stderr()).toContain('DATABASE_URL is required when NODE_ENV is production\n')
  } finally {
    rmSync(build, { recursive: true })
  }
})
