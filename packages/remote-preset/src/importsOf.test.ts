import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Imports } from '@console/shared-kernel/remote'

const CASES: [string, source: string, Imports][] = [
  ['by name', "import { a, b as c } from 'given'\nexport default [a, c]", { given: ['a', 'b'] }],
  ['its default', "import d from 'given/Button'\nexport default d", { 'given/Button': ['default'] }],
  ['members', "import * as all from 'given'\nexport default all.a + all.b", { given: ['a', 'b'] }],
  ['all', "import * as all from 'given'\nexport default all", { given: ['*'] }],
  ['by import(), which tells no names', "export default () => import('given')", { given: ['*'] }],
  ['for its effect alone', "import 'given'\nexport default 1", { given: [] }],
  [
    'through a file of its own',
    "import { renamed } from './again.js'\nexport default renamed",
    { given: ['other', 'thing'] },
  ],
  ['through a file that hands on all', "import { a } from './whole.js'\nexport default a", { given: ['*'] }],
  [
    'from two modules',
    "import { z } from 'more'\nimport { y, x } from 'given'\nexport default [x, y, z]",
    { given: ['x', 'y'], more: ['z'] },
  ],
]

// rspack is a module that jest cannot load
const built = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', join(__dirname, '../testing/importsOfSources.ts')], {
    input: JSON.stringify(CASES.map(([, source]) => source)),
    encoding: 'utf8',
  }),
) as Imports[]

test.each(CASES.map(([how, , expected], at) => [how, built[at], expected] as const))(
  'what a build imports from its host: %s',
  (_, imports, expected) => expect(imports).toEqual(expected),
)
