import { describe, expect, test } from '@jest/globals'
import { join } from 'node:path'
import { changesBetween, type Change } from './changes'
import { kernelFolder, readReports } from './reports'

const report = (code: string) => `## API Report File\n\n\`\`\`ts\n\n${code}\n\n\`\`\`\n`

const BEFORE = `
import { ReactNode } from 'react';

// @public
export function Dialog(props: Props_2): JSX.Element;

// @public (undocumented)
interface Props {
    // (undocumented)
    title: string;
}

// @public (undocumented)
interface Props_2 {
    // (undocumented)
    children: ReactNode;
    size?: Size;
}

// @public
export function Screen(input: Props): JSX.Element;

// @public
type Size = 'small' | 'large';

// @public
export const LEVELS: readonly number[];
`

const changes = (after: string, before = BEFORE) =>
  changesBetween({ core: report(before) }, { core: report(after) })
const edited = (from: string | RegExp, to: string) => {
  const after = BEFORE.replace(from, to)
  expect(after).not.toBe(BEFORE)
  return changes(after)
}

describe('the change between two reports', () => {
  test('is none if they are equal', () => expect(changes(BEFORE)).toEqual([]))

  test('is none if only comments or deprecations differ', () =>
    expect(edited('// @public\nexport const', '// @public @deprecated (undocumented)\nexport const')).toEqual(
      [],
    ))

  test('is the addition of a name', () =>
    expect(changes(`${BEFORE}\nexport type Level = 1 | 2;`)).toEqual([
      { kind: 'new', entry: 'core', name: 'Level' },
    ]))

  test('is the removal of a name', () =>
    expect(edited('export const LEVELS: readonly number[];', '')).toEqual([
      { kind: 'removed', entry: 'core', name: 'LEVELS' },
    ]))

  test('is the removal of a name that is no longer exported', () =>
    expect(edited('export const LEVELS', 'const LEVELS')).toEqual([
      { kind: 'removed', entry: 'core', name: 'LEVELS' },
    ]))

  test('is the change of a name', () =>
    expect(edited('readonly number[]', 'number[]')).toEqual([
      { kind: 'changed', entry: 'core', name: 'LEVELS' },
    ]))

  test('is a change of the members of a name, at any depth', () =>
    expect(edited("'small' | 'large'", "'small'")).toEqual([
      { kind: 'changed', entry: 'core', name: 'Dialog' },
    ]))

  test('is the addition of a required member', () =>
    expect(edited('    title: string;', '    level: number;\n    title: string;')).toEqual([
      { kind: 'changed', entry: 'core', name: 'Screen' },
    ]))

  test('is minor if an optional member is added', () =>
    expect(edited('    title: string;', '    subtitle?: string;\n    title: string;')).toEqual([
      { kind: 'more', entry: 'core', name: 'Screen' },
    ]))

  test('is major if a member becomes required', () =>
    expect(edited('size?: Size', 'size: Size')).toEqual([{ kind: 'changed', entry: 'core', name: 'Dialog' }]))

  test('is none if inner names are numbered differently', () =>
    expect(changes(BEFORE.replaceAll(/\bProps\b/g, 'Props_3').replaceAll('Props_2', 'Props'))).toEqual([]))

  test('is none if an inner name equals that of a type parameter', () => {
    const lazily = '\nexport function lazily<Props>(load: () => Props): Props;'
    expect(changes(`${BEFORE}${lazily}`.replaceAll(/Props_2/g, 'Inner'), `${BEFORE}${lazily}`)).toEqual([])
    const renamed = BEFORE.replaceAll(/\bProps\b/g, 'Props_3')
    expect(changes(renamed + lazily, BEFORE + lazily)).toEqual([])
  })

  test('is none if a parameter is renamed', () =>
    expect(edited('Screen(input: Props)', 'Screen(props: Props)')).toEqual([]))

  test('includes the package that a type comes from', () =>
    expect(edited("from 'react'", "from 'preact'")).toEqual([
      { kind: 'changed', entry: 'core', name: 'Dialog' },
    ]))

  test('is the addition of an entry', () =>
    expect(
      changesBetween({ core: report(BEFORE) }, { core: report(BEFORE), charts: report(BEFORE) }),
    ).toEqual([{ kind: 'new', entry: 'charts', name: null }]))

  test('is each name of a removed entry', () =>
    expect(
      changesBetween({ core: report(BEFORE), charts: report(BEFORE) }, { core: report(BEFORE) }),
    ).toEqual([
      { kind: 'removed', entry: 'charts', name: 'Dialog' },
      { kind: 'removed', entry: 'charts', name: 'LEVELS' },
      { kind: 'removed', entry: 'charts', name: 'Screen' },
    ]))

  test('is only the new name if an inner type is given one', () =>
    expect(edited('interface Props {', 'export interface Props {')).toEqual([
      { kind: 'new', entry: 'core', name: 'Props' },
    ]))

  test('is reported once, for the exported name', () =>
    expect(
      changes(
        BEFORE.replace('interface Props {', 'export interface Props {').replace(
          'title: string',
          'title: number',
        ),
        BEFORE.replace('interface Props {', 'export interface Props {'),
      ),
    ).toEqual([{ kind: 'changed', entry: 'core', name: 'Props' }]))

  test('is minor if a result has another field', () => {
    const before = `${BEFORE}\nexport const FIELDS: {\n    id: Field<"id", number>;\n};`
    const after = before.replace('    id:', '    extra: Field<"extra", string>;\n    id:')
    expect(changes(after, before)).toEqual([{ kind: 'more', entry: 'core', name: 'FIELDS' }])
  })

  test.each<[string, string, Change['kind']]>([
    ["readonly ['a', 'b']", "readonly ['a', 'b', 'c']", 'more'],
    ["readonly ['a', 'b']", "readonly ['c', 'a', 'b']", 'changed'],
    ["readonly ['a', 'b']", "readonly ['a']", 'changed'],
    ["['a', 'b']", "['a', 'b', 'c']", 'changed'],
  ])('for a list of values: %s is then %s', (list, then, kind) => {
    const of = (type: string) => `${BEFORE}\nexport const NAMES: ${type};`
    expect(changes(of(then), of(list))).toEqual([{ kind, entry: 'core', name: 'NAMES' }])
  })

  test.each<[string, Change['kind'] | 'same']>([
    ['(first: string, second?: number, third?: Size): void', 'more'],
    ['(first: string, second?: number, third?: {\n    deep: Size;\n}): void', 'more'],
    ['(first: string, second?: number, third: Size | undefined): void', 'changed'],
    ['(first: string, between?: Size, second?: number): void', 'changed'],
    ['(first: string, second: number): void', 'changed'],
    ['(first: string): void', 'changed'],
    ['(called: string, otherwise?: number): void', 'same'],
  ])('for parameters: %s', (signature, kind) => {
    const of = (parameters: string) => `${BEFORE}\nexport function call${parameters};`
    expect(changes(of(signature), of('(first: string, second?: number): void'))).toEqual(
      kind === 'same' ? [] : [{ kind, entry: 'core', name: 'call' }],
    )
  })
})

describe('a separate export statement', () => {
  const listed = BEFORE.replace('export function Screen(', 'function Screen_2(').concat(
    '\nexport { Screen_2 as Screen }\nexport { ReactNode }\nexport { LEVELS as STEPS }\nexport * from "rules";',
  )
  const listedAnd = (from: string, to: string) => {
    expect(listed).toContain(from)
    return changes(listed.replace(from, to), listed)
  }

  test('is read like an export at the declaration', () => {
    const names = changes(listed).map(({ kind, name }) => [kind, name])
    expect(names).toEqual([
      ['new', '* of rules'],
      ['new', 'ReactNode'],
      ['new', 'STEPS'],
    ])
  })

  test.each<[string, string, Change['kind'], string]>([
    ['export { Screen_2 as Screen }', '', 'removed', 'Screen'],
    ['function Screen_2(input: Props)', 'function Screen_2(input: Size)', 'changed', 'Screen'],
    ['export { ReactNode }', '', 'removed', 'ReactNode'],
    ['export { LEVELS as STEPS }', 'export { Screen_2 as STEPS }', 'changed', 'STEPS'],
    ['export * from "rules";', '', 'removed', '* of rules'],
  ])('is read: %s', (from, to, kind, name) =>
    expect(listedAnd(from, to)).toEqual([{ kind, entry: 'core', name }]),
  )

  test('without a declaration is refused', () =>
    expect(() => listedAnd('function Screen_2(input: Props): JSX.Element;', '')).toThrow(
      'The report exports Screen, and does not declare it.',
    ))
})

test.each([
  'export default LEVELS;',
  'export = LEVELS;',
  'export * as rules from "rules";',
  'export namespace rules {}',
  'export const { a }: Props;',
  'nothing that is TypeScript',
])('unknown syntax is refused: %s', (statement) =>
  expect(() => changes(`${BEFORE}\n${statement}`)).toThrow(statement.slice(0, 7)),
)

test('a report without code is refused', () =>
  expect(() => changesBetween({ core: 'text' }, { core: 'text' })).toThrow('The report has no code.'))

describe('the report of /core', () => {
  const reports = readReports(join(kernelFolder, 'api'))
  const core = reports['core']!
  const screen = 'function Screen_2(input: ScreenProps): JSX.Element;'
  const coreWith = (from: string, to: string) => {
    expect(core).toContain(from)
    return () => changesBetween({ core }, { core: core.replace(from, to) })
  }

  test('shows that Screen is no longer exported', () =>
    expect(coreWith('export { Screen_2 as Screen }', '')()).toEqual([
      { kind: 'removed', entry: 'core', name: 'Screen' },
    ]))

  test('is refused if Screen is exported and not declared', () =>
    expect(coreWith(screen, '')).toThrow('The report exports Screen, and does not declare it.'))

  test('shows that Screen is renamed', () =>
    expect(
      coreWith(screen, screen.replace('input: ScreenProps', 'input: ScreenProps, level: number'))(),
    ).toEqual([{ kind: 'changed', entry: 'core', name: 'Screen' }]))

  test('can be read, and so can those of all entries', () =>
    expect(changesBetween(reports, reports)).toEqual([]))
})
