import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { filesOf, root } from '../lib/paths'
import { onlyAdds, PROMISED, withoutRepeats } from './reports'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const entries = filesOf('shared-kernel/src/entries/sdk.ts', 'shared-kernel/src/entries/sdk/*.ts')

test('the entries for other repositories define nothing themselves, and export at most 80 names', () => {
  const names = entries.flatMap((file) => {
    const code = read(file).replace(/\/\*[^]*?\*\//g, '')
    const exported = [...code.matchAll(/export \{([^}]*)\} from '\.[^']*'\n/g)]
    expect(exported.reduce((rest, [statement]) => rest.replace(statement, ''), code).trim()).toBe('')
    return exported.flatMap(([, list]) => list!.split(',').map((name) => name.trim())).filter(Boolean)
  })
  expect(entries).toHaveLength(3)
  expect(names.length).toBeGreaterThan(60)
  expect(names.length).toBeLessThanOrEqual(80)
})

test('the template and the guide use only the promised entries of the kernel', () => {
  const files = [...filesOf('packages/create-remote/template/*'), 'docs/write-a-remote.md']
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/from '@console\/shared-kernel\/([^']+)'/g)].map(([, entry]) => entry!),
  )
  expect([...new Set(used)].sort()).toEqual([...PROMISED].sort())
})

const OPTIONS = 'interface Options {\n    name: string;\n}'

test('a type that several reports repeat is moved to a report of its own', () => {
  const own = 'function own(): Options;'
  const reports = withoutRepeats({
    one: ['```ts', 'export type Row = {};', OPTIONS, '```\n'].join('\n\n'),
    two: ['```ts', OPTIONS, own, 'type Row = {};', '```\n'].join('\n\n'),
  })
  expect(reports).toEqual({
    one: ['```ts', 'export type Row = {};', '```\n'].join('\n\n'),
    two: ['```ts', own, '```\n'].join('\n\n'),
    types: ['```ts', OPTIONS, '```\n'].join('\n\n'),
  })
})

test.each([
  ['the same', OPTIONS, true],
  ['an optional member', OPTIONS.replace('{', '{\n    hint?: string;'), true],
  [
    'a field that was added',
    OPTIONS.replace('{', '{\n    day: ListedField<"day", string, null, true>;'),
    true,
  ],
  ['a member that is required', OPTIONS.replace('{', '{\n    hint: string;'), false],
  [
    'a field of all rows',
    OPTIONS.replace('{', '{\n    day: ListedField<"day", string, null, false>;'),
    false,
  ],
  ['another type', OPTIONS.replace('string', 'number'), false],
  ['one member less', OPTIONS.replace('    name: string;\n', ''), false],
])('the earlier report is still valid for %s: %p', (_, report, expected) =>
  expect(onlyAdds(report, OPTIONS)).toBe(expected),
)
