import { CommandError } from '@console/shared-kernel/command'
import type { TestTitle } from './testTitles'

export interface Requirement {
  /** E.g. `USERS-4`. */
  number: string
  words: string
  /** Why no test can show it; '' if a test must. */
  reason: string
}

export interface NamedTest extends TestTitle {
  file: string
}

/** @throws CommandError for an invalid line or a repeated number */
export function parseRequirements(tsv: string): Requirement[] {
  const seen = new Set<string>()
  return tsv
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [number = '', words = '', reason = '', ...more] = line.split('\t')
      const isUsable = /^[A-Z]+-\d+$/.test(number) && words !== '' && more.length === 0
      if (!isUsable || seen.has(number)) {
        throw new CommandError(
          `Line ${index + 1} is malformed (number, text, optional reason) or a duplicate: ${line}`,
        )
      }
      seen.add(number)
      return { number, words, reason }
    })
}

export const areaOf = ({ number }: Pick<Requirement, 'number'>): string => number.split('-', 1)[0]!

export interface Gaps {
  /** Neither tested by `npm test` nor excused by a reason. */
  untested: Requirement[]
  /** Tested in spite of a reason why they cannot be. */
  needless: Requirement[]
  /** Unknown numbers in titles: 'X-9 (file)'. */
  unknown: string[]
}

export function gapsBetween(requirements: readonly Requirement[], tests: readonly NamedTest[]): Gaps {
  const numbers = new Set(requirements.map(({ number }) => number))
  const shown = new Set(tests.filter(({ onlyInAll }) => !onlyInAll).flatMap((test) => test.requirements))
  const named = tests.flatMap(({ requirements: names, file }) => names.map((number) => ({ number, file })))
  return {
    untested: requirements.filter(({ number, reason }) => !shown.has(number) && reason === ''),
    needless: requirements.filter(({ number, reason }) => shown.has(number) && reason !== ''),
    unknown: [
      ...new Set(
        named.filter(({ number }) => !numbers.has(number)).map((one) => `${one.number} (${one.file})`),
      ),
    ],
  }
}

/** E.g. 'USERS 3, CALL 1', in order of first appearance. */
export function countByArea(requirements: readonly Requirement[]): string {
  const counts = new Map<string, number>()
  for (const requirement of requirements) {
    const area = areaOf(requirement)
    counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts].map(([area, count]) => `${area} ${count}`).join(', ')
}
