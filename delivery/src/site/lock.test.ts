import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import {
  freshSite,
  idOf,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { remove } from '../commands/remove'
import { status } from '../commands/status'

freshSite(start, publishNext)

describe('one change at a time', () => {
  const lock = () => sitePath('environments/staging/lock')
  const holdLock = (pid: number) =>
    writeFileSync(lock(), JSON.stringify({ pid, machine: hostname(), who: 'ana@desk', since: 'now' }))

  test('while somebody else changes the environment, a promote is refused and nothing changes', async () => {
    holdLock(process.pid)
    await expect(promoteNext()).rejects.toThrow('ana@desk has been changing it since now')
    expect(idOf()).toBe('11111111')
    rmSync(lock())
    await promoteNext()
    expect(idOf()).toBe('22222222')
  })

  test('of two at once one is refused, and the other is whole', async () => {
    const results = await Promise.allSettled([promoteNext(), run(remove, 'users --env staging --why end')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(served().revision).toBe(3)
    expect(existsSync(lock())).toBe(false)
  })

  test('the lock of a process that has ended is taken over', async () => {
    holdLock(2 ** 22 - 7)
    await promoteNext()
    expect(idOf()).toBe('22222222')
  })

  test('a change that stopped after the page is seen by status, and completed', async () => {
    writeFileSync(publicFile('environment.json'), '{"old":true}')
    expect(await run(status, '--env staging')).toMatch('a change was interrupted')
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
    expect(await run(status, '--env staging')).not.toMatch('interrupted')
  })
})
