import { expect, test } from '@jest/globals'
import { titlesOf } from './testTitles'

const title = (text: string, requirements: string[], onlyInAll = false) => ({ text, requirements, onlyInAll })

/** `<A-1>` becomes `[A-1]`, which would turn this file's own texts into titles. */
const numbered = (source: string) => source.replace(/<([A-Z]+-\d)>/g, '[$1]')

test.each([
  ['a test', `test('<USERS-1> <USERS-2> a title', () => {})`, [title('a title', ['USERS-1', 'USERS-2'])]],
  ['numbers anywhere', `it('sorts <USERS-4> by name', f)`, [title('sorts by name', ['USERS-4'])]],
  ['a filled-in title', 'it(`<A-1> level ${n} of ${m}`, f)', [title('level … of …', ['A-1'])]],
  ['one of a table', `it.each(rows)('<A-1> level %d is %s, 5 %', f)`, [title('level … is …, 5 %', ['A-1'])]],
  ['a table of cases', `it.each([['<A-1> none', 0]])('%s', f)`, [title('none', ['A-1'])]],
  [
    'a group and what is in it',
    `describe('<A-1> group', () => { it('<A-2> one', f); it('another', f) })`,
    [title('group', ['A-1']), title('one', ['A-2'])],
  ],
  ['a comment', `// <A-1>\nit('nothing', f)`, []],
  ['what looks alike', `expect(row['A-1']).toBe('[a-1] [A1] A-1')`, []],
  ['a skipped test', `it.skip('<A-1> later', f); test.fixme('<A-2> later', f)`, []],
  ['a skipped group', `describe.skip('later', () => { it('<A-1> x', f) })`, []],
  ['a skipped table', `it.skip.each([['<A-1> x']])('%s', f)`, []],
  ['a table that mentions one', `it.each([[it.skip, '<A-1> x']])('%s', f)`, [title('x', ['A-1'])]],
  ['a variant', `test('<A-1> x', WITH_ALL, f)`, [title('x', ['A-1'], true)]],
  [
    'variants in a group',
    `test.describe('all', WITH_ALL, () => { test('<A-1> x', f) })`,
    [title('x', ['A-1'], true)],
  ],
  [
    'variants with a title of their own',
    `rows.forEach(() => { const title = '<A-1> x'; test(title, WITH_ALL, f) })`,
    [title('x', ['A-1'], true)],
  ],
  [
    'a title of a case in `npm test`',
    `rows.forEach(() => { const title = '<A-1> x'; test(title, f); test('<A-2> y', WITH_ALL, f) })`,
    [title('x', ['A-1']), title('y', ['A-2'], true)],
  ],
  ['some of them variants', `test('<A-1> x', n > 2 ? WITH_ALL : {}, f)`, [title('x', ['A-1'])]],
])('reads the titles of %s', (_, source, expected) => {
  expect(titlesOf(numbered(source), 'a.test.tsx')).toEqual(expected)
})
