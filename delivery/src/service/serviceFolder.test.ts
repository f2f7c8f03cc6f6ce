import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { archiveOf, serviceOfTwoTeams } from '../../testing/service'
import { builtRemote, sitePath } from '../../testing/staging'
import { serve } from '../commands/service'
import { BUDGETS, readBudgets } from '../verify/checks'
import { lockService } from '../site/files'
import { openServiceFolder } from './teams'

const service = serviceOfTwoTeams()
const folder = () => sitePath('.delivery')
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modes = () =>
  Object.fromEntries(readdirSync(folder()).map((name) => [name, modeOf(join(folder(), name))]))

test('only the service’s own user may read its files, and the address key has its own file', async () => {
  await service.ask('promote', { release: 'users@1.0.0' })
  await fetch(`${service.url()}/events`, { method: 'POST', body: '{}' })
  await service.close()
  expect(modeOf(folder())).toBe('700')
  expect(modes()).toMatchObject({ 'address-key': '600', 'audit.jsonl': '600', 'teams.json': '600' })
  expect(readFileSync(join(folder(), 'address-key'), 'utf8')).toMatch(/^[0-9a-f]{32}$/)
})

test('world-readable files of an earlier version become private', async () => {
  writeFileSync(join(folder(), 'sessions.json'), '{}', { mode: 0o644 })
  mkdirSync(join(folder(), 'uploads'), { recursive: true })
  chmodSync(folder(), 0o755)
  await openServiceFolder({ root: sitePath() })
  expect(modeOf(folder())).toBe('700')
  expect(modes()['sessions.json']).toBe('600')
})

test('a second service on the same site is rejected', async () => {
  process.env['LOCK_BEAT_MS'] = '100'
  const lock = await lockService(sitePath('.delivery/service.lock'), () => undefined)
  const input = { listen: { host: '127.0.0.1', port: 0 }, trustProxy: [] }
  const context = { site: { root: sitePath() }, who: 'test', budgets: readBudgets(BUDGETS), commands: [] }
  await expect((async () => serve.run(context as never, input as never))()).rejects.toThrow(
    `Another service is running on this site (process ${process.pid} on`,
  )
  lock.release()
  delete process.env['LOCK_BEAT_MS']
})

test('names that no folder can have are rejected, and cause no server error', async () => {
  const long = 'a'.repeat(300)
  const archive = await archiveOf(builtRemote({ version: '1.1.0', build: long }))
  const { status, body } = await service.upload(archive)
  expect([status, body.message]).toEqual([409, 'build: must have at most 100 characters, but has 300.'])
  for (const input of [
    { release: `users@${long}` },
    { release: `${long}@1.0.0` },
    { release: 'users@1.0.0', environment: long },
    { release: 'users@1.0.0', requires: long },
  ])
    expect((await service.ask('promote', input, 'people')).status).toBeLessThan(500)
})
