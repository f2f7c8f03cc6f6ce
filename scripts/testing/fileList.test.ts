import { chmodSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { differences, fileList } from './fileList'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-files-'))
  writeFileSync(join(folder, 'kept'), 'one')
  utimesSync(join(folder, 'kept'), 1, 1)
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each<[string, (file: string) => void, string[]]>([
  ['nothing', () => undefined, []],
  ['a file that was added', (file) => writeFileSync(`${file}-too`, ''), ['/', '/kept-too']],
  ['a file that was removed', (file) => rmSync(file), ['/', '/kept']],
  ['a link that was added', (file) => symlinkSync('kept', `${file}-too`), ['/', '/kept-too']],
  ['a mode', (file) => chmodSync(file, 0o600), ['/kept']],
  ['a time', (file) => utimesSync(file, 2, 2), ['/kept']],
  [
    'another content of the same length and time',
    (file) => {
      writeFileSync(file, 'two')
      utimesSync(file, 1, 1)
    },
    ['/kept'],
  ],
])('%s', (_, change, expected) => {
  const before = fileList(folder)
  change(join(folder, 'kept'))
  expect(differences(before, fileList(folder))).toEqual(expected)
})
