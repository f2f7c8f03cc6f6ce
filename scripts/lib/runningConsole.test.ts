import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { dataDirectory, paths } from './paths'
import { describeRunning, noteRunning } from './runningConsole'

const folder = mkdtempSync(join(tmpdir(), 'console-note-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a running console is reported with its address and process, on its own port alone', () => {
  noteRunning(5000, folder)
  noteRunning(6000, folder)
  expect(describeRunning(5000, folder)).toBe(
    `This console is running already: http://localhost:5000 (process ${process.pid}).`,
  )
  expect(describeRunning(4000, folder)).toBeNull()
})

test.each([
  // no system gives a process this number
  ['has ended', '{"pid":1073741824}'],
  ['left half a note', 'half'],
])('a console that %s is not reported', (_, noted) => {
  writeFileSync(join(folder, 'running-4000.json'), noted)
  expect(describeRunning(4000, folder)).toBeNull()
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
