import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { endGroup, ownGroup } from './processGroup'

const STUBBORN = `process.on('SIGTERM', () => undefined); console.log(process.pid); setInterval(() => undefined, 1000)`

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('what a child has started and leaves behind at its end is killed', async () => {
  // the shell ends at SIGTERM, what it has started does not
  const shell = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, STUBBORN], {
    detached: ownGroup,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(shell, 'exit')
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(isThere(pid)).toBe(true)
  await endGroup(shell, ended)
  for (let polls = 0; isThere(pid) && polls < 100; polls += 1) await sleep(20)
  expect(isThere(pid)).toBe(false)
})
