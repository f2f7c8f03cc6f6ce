import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from '@jest/globals'
import { directoryOwner, lockDirectory } from '../src/db/lock'
import { temporaryFolder } from './support/demo'

let folder: string
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'console-api.lock')
})

const owned = (owner: object): void =>
  writeFileSync(file, JSON.stringify({ id: 'x', pid: 1, host: hostname(), processStart: null, ...owner }))

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('one owner at a time, and the next when it is released', async () => {
  const first = await lockDirectory(folder)
  await expect(lockDirectory(folder)).rejects.toThrow(
    `(process ${process.pid} on ${hostname()}). Stop it first.`,
  )
  first.release()
  const second = await lockDirectory(folder)
  // the one before has nothing to give back any more
  first.release()
  expect(existsSync(file)).toBe(true)
  second.release()
  expect(readdirSync(folder)).toEqual([])
})

test('an ended process does not stand in the way', async () => {
  owned({ pid: await deadPid() })
  ;(await lockDirectory(folder)).release()
})

test('nor does a later process of the same number', async () => {
  owned({ processStart: '-1' })
  ;(await lockDirectory(folder)).release()
})

test('nor does a file that nobody can read', async () => {
  writeFileSync(file, 'half a lo')
  ;(await lockDirectory(folder)).release()
})

test('of several that find the same dead owner one gets the directory', async () => {
  owned({ processStart: '-1' })
  const tries = await Promise.allSettled([1, 2, 3].map(() => lockDirectory(folder)))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of tries) if (result.status === 'fulfilled') result.value.release()
})

test('an owner on another host counts for as long as it touches the file', async () => {
  owned({ host: 'elsewhere' })
  await expect(lockDirectory(folder)).rejects.toThrow('(process 1 on elsewhere)')
  const longAgo = new Date(Date.now() - 31_000)
  utimesSync(file, longAgo, longAgo)
  ;(await lockDirectory(folder)).release()
})

test('who uses a directory can be asked without taking it', async () => {
  expect(directoryOwner(folder)).toBeNull()
  const lock = await lockDirectory(folder)
  expect(directoryOwner(folder)).toMatchObject({ pid: process.pid, host: hostname() })
  lock.release()
  for (const owner of [{ pid: await deadPid() }, { pid: -1 }, { pid: 'x' }, { processStart: '-1' }]) {
    owned(owner)
    expect(directoryOwner(folder)).toBeNull()
  }
})
