import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DEPRECATIONS } from '../../shared-kernel/src/client/deprecations'
import { filesOf, root } from '../lib/paths'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Exported names whose comment says so. */
const deprecatedIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /@deprecated(?:(?!\*\/)[^])*\*\/\s*export [a-z ]*\b(?:const|function|class|interface|type) (\w+)/g,
    ),
  ].map(([, name]) => name!)

describe('deprecated names', () => {
  test('are listed in docs/kernel.md', () => {
    const [, table = ''] = read('docs/kernel.md').split('## Deprecated names')
    const rows = table.split('\n').filter((line) => /^\| `/.test(line))
    expect(rows).toEqual(
      DEPRECATIONS.map(
        ({ name, entry, since, instead, gone }) =>
          `| \`${name}\` | \`/${entry}\` | ${since} | \`${instead}\` | ${gone} |`,
      ),
    )
  })

  test('are marked in the sources, so that editors strike them out', () => {
    const sources = filesOf('shared-kernel/src/*.ts', 'shared-kernel/src/*.tsx')
    const marked = sources.flatMap((file) => deprecatedIn(read(file)))
    expect(marked.sort()).toEqual(DEPRECATIONS.map(({ name }) => name).sort())
  })

  test.each([
    'export function Old(): void {}',
    'export const Old = 1',
    'export interface Old {}',
    'export type Old = string',
    'export class Old {}',
    'export type Old = string\n\n/** New. */\nexport type New = string',
  ])('are found in a source: %s', (code) =>
    expect(
      deprecatedIn(`/** First. */\nexport type First = 1\n\n/**\n * @deprecated use New\n */\n${code}\n`),
    ).toEqual(['Old']),
  )
})
