import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DEPRECATIONS } from '../../shared-kernel/src/client/deprecations'
import { root } from '../lib/paths'
import { kernelFolder, readReports } from './reports'
import { surfaceOf } from './surface'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const deprecatedIn = (report: string): string[] =>
  [...surfaceOf(report).exports].filter(([, { isDeprecated }]) => isDeprecated).map(([name]) => name)

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
    const marked = Object.entries(readReports(join(kernelFolder, 'api'))).flatMap(([entry, report]) =>
      deprecatedIn(report).map((name) => `${entry} ${name}`),
    )
    const listed = DEPRECATIONS.map(({ entry, name }) => `${entry.replaceAll('/', '-')} ${name}`)
    expect(marked.sort()).toEqual(listed.sort())
  })

  test.each([
    'export function Old(): void;',
    'export const Old: () => void;',
    'export class Old {\n}',
    'export abstract class Old {\n}',
    'export interface Old {\n}',
    'export type Old = string;',
    'export enum Old {\n}',
    'class Old_2 {\n}\nexport { Old_2 as Old }',
    'export type Old = string;\n\n// @public\nexport type New = string;',
  ])('are found in a report: %s', (code) =>
    expect(
      deprecatedIn(
        `\`\`\`ts\n\n// @public\nexport type First = 1;\n\n// @public @deprecated\n${code}\n\`\`\``,
      ),
    ).toEqual(['Old']),
  )
})
