import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from '@jest/globals'
import { lockDirectory } from '../src/db/pglite/lock'
import { endLater, temporaryFolder } from '../testing/cleanUp'

process.env['LOCK_BEAT_MS'] = '200'

let folder: string
let losses: string[]
beforeEach(() => {
  folder = temporaryFolder()
  losses = []
})

const take = () => lockDirectory(folder, (error) => losses.push(error.message))

/** As in a container: no process here has its number, and none there has ours. Needs the rights of root. */
const ELSEWHERE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const [program = '', ...namespace] = ELSEWHERE
const canUnshare = spawnSync(program, [...namespace, 'true']).status === 0

/** @returns the process that holds the lock */
async function hold(prefix: string[] = []) {
  const script = join(__dirname, '../testing/holdLock.ts')
  const [command = '', ...args] = [...prefix, process.execPath, '--import', 'tsx', script, folder]
  const child = spawn(command, args, { env: process.env, stdio: ['pipe', 'pipe', 'inherit'] })
  endLater(child)
  const [answer] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  expect(answer.trim()).toBe('held')
  return child
}

test('one owner at a time holds the lock, and the next one at once after its release', async () => {
  const first = await take()
  const me = `process ${process.pid} on ${hostname()}`
  await expect(take()).rejects.toThrow(
    `The data directory ${folder} is in use by another server (${me}). Stop it first.`,
  )
  first.release()
  const second = await take()
  // the one before has nothing to give back any more
  first.release()
  expect(second.renew()).toBe(true)
  second.release()
  expect([readdirSync(folder), losses]).toEqual([[], []])
})

test('a living owner keeps the directory, even in another container of its pod', async () => {
  await hold(canUnshare ? ELSEWHERE : [])
  await expect(take()).rejects.toThrow(canUnshare ? '(process 1 on' : 'in use by another server')
})

test('a killed owner loses it, and what an older version left is removed', async () => {
  const killed = await hold()
  killed.kill('SIGKILL')
  await once(killed, 'close')
  writeFileSync(join(folder, 'console-api.owner'), '{}')
  ;(await take()).release()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock that is lost is reported', async () => {
  const mine = await take()
  rmSync(join(folder, 'console-api.lock'))
  expect(mine.isHeld() && mine.renew()).toBe(false)
  expect(losses).toEqual([
    `The lock of the data directory ${folder} is lost: it was removed or taken over. Nothing more is written.`,
  ])
})

test('an owner that ends by itself leaves no lock', async () => {
  const owner = await hold()
  owner.stdin?.end()
  await once(owner, 'close')
  expect(readdirSync(folder)).toEqual([])
})
