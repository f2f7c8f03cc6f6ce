import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { lockDirectory } from '../src/db/pglite/lock'
import { endLater } from './support/cleanUp'
import { temporaryFolder } from './support/cleanUp'

let folder: string
let lock: string
let losses: string[]

beforeEach(() => {
  folder = temporaryFolder()
  lock = join(folder, 'console-api.lock')
  losses = []
})

const take = () => lockDirectory(folder, (error) => losses.push(error.message))

/** As in a container: no process here has its number, and none there has ours. Needs the rights of root. */
const ELSEWHERE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const [program = '', ...namespace] = ELSEWHERE
const canUnshare = spawnSync(program, [...namespace, 'true']).status === 0

interface Holder {
  readonly process: ChildProcess
  /** What it said first: held, or why not. */
  readonly answer: string
}

async function hold(prefix: string[] = []): Promise<Holder> {
  const script = join(__dirname, 'support', 'holdLock.ts')
  const [command = '', ...args] = [...prefix, process.execPath, '--import', 'tsx', script, folder]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  endLater(child)
  const [answer] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { process: child, answer: answer.trim() }
}

test('one owner at a time holds the lock, and the next one after its release', async () => {
  const first = await take()
  await expect(take()).rejects.toThrow(`(process ${process.pid} on ${hostname()}). Stop it first.`)
  first.release()
  const second = await take()
  // the one before has nothing to give back any more
  first.release()
  expect(existsSync(lock)).toBe(true)
  second.release()
  expect([readdirSync(folder), losses]).toEqual([[], []])
})

describe('a living owner keeps the directory', () => {
  test('even in another process namespace, such as a container', async () => {
    const { answer } = await hold(canUnshare ? ELSEWHERE : [])
    expect(answer).toBe('held')
    await expect(take()).rejects.toThrow(
      canUnshare ? '(process 1 on' : `The data directory ${folder} is in use by another server`,
    )
  })

  test('whatever the file says of its process, host and time', async () => {
    mkdirSync(lock)
    const ended = spawnSync(process.execPath, ['-e', '']).pid
    writeFileSync(join(folder, 'console-api.owner'), JSON.stringify({ pid: ended, host: hostname() }))
    // an hour behind this clock, and only moving
    const beat = (second: number) => utimesSync(lock, 0, Date.now() / 1000 - 3600 + second)
    let second = 0
    beat(second)
    const beating = setInterval(() => beat((second += 1)), 1000)
    try {
      await expect(take()).rejects.toThrow(`(process ${ended} on ${hostname()}). Stop it first.`)
    } finally {
      clearInterval(beating)
    }
  })
})

describe('a lock without a heartbeat is taken over', () => {
  test('from a process that was killed', async () => {
    const { process: holder, answer } = await hold()
    expect(answer).toBe('held')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    ;(await take()).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('from the future, because a clock was wrong', async () => {
    mkdirSync(lock)
    utimesSync(lock, 0, Date.now() / 1000 + 3600)
    ;(await take()).release()
  })

  test('from an older version of the file', async () => {
    writeFileSync(lock, '{"pid":1}')
    ;(await take()).release()
  })

  test('by one of several that find it', async () => {
    mkdirSync(lock)
    const answers = (await Promise.all([hold(), hold(), hold()])).map(({ answer }) => answer.split(':')[0])
    expect(answers.sort()).toEqual(['held', 'refused', 'refused'])
  })
})

describe('a lost lock', () => {
  const untilLost = async () => {
    while (losses.length === 0) await sleep(50)
  }

  test('is reported once if it was removed', async () => {
    const mine = await take()
    rmSync(lock, { recursive: true })
    await untilLost()
    expect(mine.isHeld()).toBe(false)
    expect(losses).toEqual([expect.stringContaining(`The lock of the data directory ${folder} is lost`)])
  })

  test('is left alone if another process has it', async () => {
    const mine = await take()
    rmSync(lock, { recursive: true })
    mkdirSync(lock)
    await untilLost()
    mine.release()
    expect(existsSync(lock)).toBe(true)
  })
})

test('a paused process does not remove the lock of its successor, and ends', async () => {
  const { process: frozen } = await hold()
  frozen.kill('SIGSTOP')
  const mine = await take()
  const output = once(frozen.stdout!, 'data')
  frozen.kill('SIGCONT')
  expect((await output).join('')).toContain('stood still for more than 5 s. Nothing more is written.')
  expect(await once(frozen, 'exit')).toEqual([1, null])
  await sleep(1500)
  expect([existsSync(lock), mine.isHeld(), losses]).toEqual([true, true, []])
  mine.release()
})
