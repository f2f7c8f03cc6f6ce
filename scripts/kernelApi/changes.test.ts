import { describe, expect, it } from '@jest/globals'
import { changesBetween } from './changes'

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

describe('what changes in a report', () => {
  it('is nothing where it is the same', () => expect(changes(BEFORE)).toEqual([]))

  it('is nothing where only words about it differ, or that it is deprecated', () =>
    expect(edited('// @public\nexport const', '// @public @deprecated (undocumented)\nexport const')).toEqual(
      [],
    ))

  it('is a new name', () =>
    expect(changes(`${BEFORE}\nexport type Level = 1 | 2;`)).toEqual([
      { bump: 'minor', text: 'core: Level is new' },
    ]))

  it('is a removed name', () =>
    expect(edited('export const LEVELS: readonly number[];', '')).toEqual([
      { bump: 'major', text: 'core: LEVELS is removed' },
    ]))

  it('is a name that others can no longer import', () =>
    expect(edited('export const LEVELS', 'const LEVELS')).toEqual([
      { bump: 'major', text: 'core: LEVELS is removed' },
    ]))

  it('is a changed name', () =>
    expect(edited('readonly number[]', 'number[]')).toEqual([
      { bump: 'major', text: 'core: LEVELS is changed' },
    ]))

  it('is a change of what a name is made of, however deep', () =>
    expect(edited("'small' | 'large'", "'small'")).toEqual([
      { bump: 'major', text: 'core: Dialog is changed' },
    ]))

  it('is a member that must be given', () =>
    expect(edited('    title: string;', '    level: number;\n    title: string;')).toEqual([
      { bump: 'major', text: 'core: Screen is changed' },
    ]))

  it('is small where a member more may be left out', () =>
    expect(edited('    title: string;', '    subtitle?: string;\n    title: string;')).toEqual([
      { bump: 'minor', text: 'core: Screen takes more' },
    ]))

  it('is large where a member may no longer be left out', () =>
    expect(edited('size?: Size', 'size: Size')).toEqual([{ bump: 'major', text: 'core: Dialog is changed' }]))

  it('is nothing where inner names are numbered otherwise', () =>
    expect(changes(BEFORE.replaceAll(/\bProps\b/g, 'Props_3').replaceAll('Props_2', 'Props'))).toEqual([]))

  it('is nothing where an inner name is that of a type parameter too', () => {
    const lazily = '\nexport function lazily<Props>(load: () => Props): Props;'
    expect(changes(`${BEFORE}${lazily}`.replaceAll(/Props_2/g, 'Inner'), `${BEFORE}${lazily}`)).toEqual([])
    const renamed = BEFORE.replaceAll(/\bProps\b/g, 'Props_3')
    expect(changes(renamed + lazily, BEFORE + lazily)).toEqual([])
  })

  it('is nothing where a parameter is called otherwise', () =>
    expect(edited('Screen(input: Props)', 'Screen(props: Props)')).toEqual([]))

  it('is the package that a type comes from', () =>
    expect(edited("from 'react'", "from 'preact'")).toEqual([
      { bump: 'major', text: 'core: Dialog is changed' },
    ]))

  it('is a new or removed entry', () => {
    const core = report(BEFORE)
    expect(changesBetween({ core }, { core, charts: core })).toEqual([
      { bump: 'minor', text: 'charts is a new entry' },
    ])
    expect(changesBetween({ core, charts: core }, { core })).toEqual([
      { bump: 'major', text: 'charts, an entry, is removed' },
    ])
  })
})
