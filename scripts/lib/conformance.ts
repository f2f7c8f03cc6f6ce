import { Fault } from './fault'
import type { TestTitle } from './testTitles'

/** Something that the console must do or be, in the project's words. */
export interface Statement {
  /** As `USERS-4`. */
  number: string
  words: string
  /** Why no test can show it; '' where one must. */
  reason: string
}

/** A title and its file. */
export interface NamedTest extends TestTitle {
  file: string
}

/** Reads `docs/requirements.tsv`. @throws Fault for a line of another form, and for a number that is there twice */
export function parseStatements(tsv: string): Statement[] {
  const seen = new Set<string>()
  return tsv
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [number = '', words = '', reason = '', ...more] = line.split('\t')
      const isUsable = /^[A-Z]+-\d+$/.test(number) && words !== '' && more.length === 0
      if (!isUsable || seen.has(number)) {
        throw new Fault(
          `Line ${index + 1} is no number, words and perhaps a reason, or is there twice: ${line}`,
        )
      }
      seen.add(number)
      return { number, words, reason }
    })
}

export const areaOf = ({ number }: Pick<Statement, 'number'>): string => number.split('-', 1)[0]!

/** What is wrong between statements and tests. */
export interface Gaps {
  /** No test of `npm test` shows it, and no reason is given. */
  untested: Statement[]
  /** A reason is given though a test shows it. */
  needless: Statement[]
  /** Titles that name a statement there is not: 'X-9 (file)'. */
  unknown: string[]
}

export function gapsBetween(statements: readonly Statement[], tests: readonly NamedTest[]): Gaps {
  const numbers = new Set(statements.map(({ number }) => number))
  const shown = new Set(tests.filter(({ onlyInAll }) => !onlyInAll).flatMap((test) => test.statements))
  const named = tests.flatMap(({ statements: names, file }) => names.map((number) => ({ number, file })))
  return {
    untested: statements.filter(({ number, reason }) => !shown.has(number) && reason === ''),
    needless: statements.filter(({ number, reason }) => shown.has(number) && reason !== ''),
    unknown: [
      ...new Set(
        named.filter(({ number }) => !numbers.has(number)).map((one) => `${one.number} (${one.file})`),
      ),
    ],
  }
}

/** How many items each area has, in the order the areas come in: 'USERS 3, CALL 1'. */
export function countByArea(statements: readonly Statement[]): string {
  const counts = new Map<string, number>()
  for (const statement of statements) {
    const area = areaOf(statement)
    counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts].map(([area, count]) => `${area} ${count}`).join(', ')
}
