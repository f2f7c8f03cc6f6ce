import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { dataDirectory, paths } from './paths'
import { describeRunning, noteRunning } from './runningConsole'

const file = join(mkdtempSync(join(tmpdir(), 'console-note-')), 'running.json')
const note = (noted: object) => writeFileSync(file, JSON.stringify(noted))
afterEach(() => rmSync(file, { force: true }))

test('a console that runs here is named by address and process, on its own port alone', () => {
  noteRunning(5000, file)
  expect(describeRunning(5000, file)).toBe(
    `This console is running already: http://localhost:5000 (process ${process.pid}).`,
  )
  expect(describeRunning(4000, file)).toBeNull()
})

test('one that has ended, or was never there, is none', () => {
  expect(describeRunning(4000, file)).toBeNull()
  // no system gives a process this number
  note({ port: 4000, pid: 2 ** 30 })
  expect(describeRunning(4000, file)).toBeNull()
  writeFileSync(file, 'half')
  expect(describeRunning(4000, file)).toBeNull()
})

test.each([
  [{}, paths.data],
  [{ DATA_DIR: '' }, paths.data],
  [{ DATA_DIR: 'mine', INIT_CWD: '/home/me' }, '/home/me/mine'],
  [{ DATA_DIR: '/var/console', INIT_CWD: '/home/me' }, '/var/console'],
  [{ DATA_DIR: 'memory://' }, 'memory://'],
])('the data of %j is in %s', (env, expected) => {
  expect(dataDirectory(env)).toBe(expected)
})
