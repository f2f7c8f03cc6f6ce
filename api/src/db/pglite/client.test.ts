import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { foreignFile } from './client'

const user = process.getuid?.() ?? 0
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foreign-file-'))
  mkdirSync(join(folder, 'base'))
  writeFileSync(join(folder, 'base', '1'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('finds nothing if all files belong to this user', () => expect(foreignFile(folder, user)).toBeNull())

test('finds a folder that belongs to another user', () => expect(foreignFile(folder, user + 1)).toBe(folder))
