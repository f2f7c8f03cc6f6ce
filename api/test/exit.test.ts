import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ensureBuilt } from '../testing/build'
import { temporaryFolder } from '../testing/cleanUp'
import { programOf } from '../testing/server'

test('the reason a process cannot start is logged as an error in the journal, line by line', async () => {
  await ensureBuilt()
  const file = join(temporaryFolder(), 'journal')
  const journal = openSync(file, 'w')
  const { dev, ino } = fstatSync(journal)
  const { words, options } = programOf('main.js', {
    PORT: 'none',
    TIME_ZONE: 'nowhere',
    JOURNAL_STREAM: `${dev}:${ino}`,
  })
  const [node, ...rest] = words
  const { status } = spawnSync(node, rest, { ...options, stdio: ['ignore', 'ignore', journal] })
  closeSync(journal)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect([status, lines[0]]).toEqual([1, expect.stringMatching(/^<3>console-api: /)])
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatch(/^<3>./)
})
