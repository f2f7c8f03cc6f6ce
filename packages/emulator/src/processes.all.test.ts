import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { groupOf, ownGroup, start, type Group } from './processes'

const STUBBORN = `process.on('SIGTERM', () => undefined); console.log(process.pid); setInterval(() => undefined, 1000)`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  // the shell ends on SIGTERM; the process that it has started does not
  ['it is stopped', 'wait', (group: Group) => group.stop()],
  ['it ends by itself', 'read line', (_: Group, shell: ChildProcess) => shell.stdin!.end('end\n')],
])('processes that a child has left behind are killed when %s', async (_, last, end) => {
  const shell = spawn('sh', ['-c', `"$0" -e "$1" & ${last}`, process.execPath, STUBBORN], {
    detached: ownGroup,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const group = groupOf(shell, once(shell, 'exit'))
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(isRunning(pid)).toBe(true)
  await end(group, shell)
  for (let polls = 0; isRunning(pid) && polls < 500; polls += 1) await sleep(20)
  expect(isRunning(pid)).toBe(false)
})

const GROUP = join(__dirname, 'processes.ts')
/** Starts a child, and runs until it is stopped. */
const COMMAND = `
  const { spawn } = await import('node:child_process')
  const { once } = await import('node:events')
  const { groupOf, waitUntilStopped } = await import('${GROUP}')
  process.exit(await waitUntilStopped(async (over) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { detached: true })
    groupOf(child, once(child, 'exit'))
    console.log(process.pid, child.pid)
    await once(over, 'abort')
    return 0
  }))`

const SHELL = '"$0" --import tsx --input-type=module -e "$1"; :'

test.each([
  ['the shell between npm and them ends by SIGTERM', 'SIGTERM', SHELL],
  ['the shell between npm and them ends by SIGKILL', 'SIGKILL', SHELL],
  // only on Linux: elsewhere, the shell outlives npm
  ...(existsSync('/proc')
    ? [['npm ends by SIGKILL', 'SIGKILL', `sh -c '${SHELL}' "$0" "$1"; :`] as const]
    : []),
] as const)(
  'a command and its children end when %s',
  async (_, signal, words) => {
    const shell = spawn('sh', ['-c', words, process.execPath, COMMAND], {
      env: { ...process.env, npm_lifecycle_event: 'dev' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(shell.stdout, 'data')) as [Buffer]
    const all = line.toString().trim().split(' ').map(Number)
    expect(all.map(isRunning)).toEqual([true, true])
    shell.kill(signal)
    for (let polls = 0; all.some(isRunning) && polls < 500; polls += 1) await sleep(20)
    const remaining = all.filter(isRunning)
    remaining.forEach((pid) => process.kill(pid, 'SIGKILL'))
    expect(remaining).toEqual([])
  },
  30_000,
)

test('a child that has ended gets no signal, because another group may have its id by then', async () => {
  const child = start('exit 3', [], { shell: true })
  expect(await child.ended).toEqual({ code: 3, words: 'ended with code 3' })
  await child.stop()
  const kill = jest.spyOn(process, 'kill')
  child.kill()
  await child.stop()
  expect(kill).not.toHaveBeenCalled()
})
