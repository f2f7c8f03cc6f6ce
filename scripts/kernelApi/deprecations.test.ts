import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { DEPRECATIONS } from '../../shared-kernel/src/client/deprecated'
import { root } from '../lib/paths'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('deprecated names', () => {
  it('stand in the table of docs/kernel.md', () => {
    const [, table = ''] = read('docs/kernel.md').split('## Deprecated names')
    const rows = table.split('\n').filter((line) => /^\| `/.test(line))
    expect(rows).toEqual(
      DEPRECATIONS.map(
        ({ name, entry, since, instead, gone }) =>
          `| \`${name}\` | \`/${entry}\` | ${since} | \`${instead}\` | ${gone} |`,
      ),
    )
  })

  it('are the names that the sources mark, which editors strike out', () => {
    const entries = [...new Set(DEPRECATIONS.map(({ entry }) => entry))]
    for (const entry of entries) {
      const report = read(`shared-kernel/api/${entry}.api.md`)
      const marked = [...report.matchAll(/@deprecated.*\nexport (?:const|function|class) (\w+)/g)].map(
        ([, name]) => name,
      )
      const listed = DEPRECATIONS.filter((each) => each.entry === entry).map(({ name }) => name)
      expect(marked.sort()).toEqual([...listed].sort())
    }
  })
})
