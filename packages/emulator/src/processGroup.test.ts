import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { groupOf, ownGroup, type Group } from './processGroup'

const STUBBORN = `process.on('SIGTERM', () => undefined); console.log(process.pid); setInterval(() => undefined, 1000)`

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  // the shell ends at SIGTERM, what it has started does not
  ['it is stopped', 'wait', (group: Group) => group.stop()],
  ['it ends by itself', 'read line', (_: Group, shell: ChildProcess) => shell.stdin!.end('end\n')],
])('what a child has started and leaves behind is killed when %s', async (_, last, end) => {
  const shell = spawn('sh', ['-c', `"$0" -e "$1" & ${last}`, process.execPath, STUBBORN], {
    detached: ownGroup,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const group = groupOf(shell, once(shell, 'exit'))
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(isThere(pid)).toBe(true)
  await end(group, shell)
  for (let polls = 0; isThere(pid) && polls < 500; polls += 1) await sleep(20)
  expect(isThere(pid)).toBe(false)
})
