import { basename } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import type { TestTitle } from './testTitles'

export interface Requirement {
  /** The requirement's number, e.g. `USERS-4`. */
  number: string
  words: string
  /** Why no test can show that it is met; '' if a test must. */
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

interface Gaps {
  /** Requirements that `npm test` does not test and no reason excuses. */
  untested: Requirement[]
  /** Requirements that are tested although a reason says that they cannot be. */
  unnecessaryReasons: Requirement[]
  /** Numbers in titles that are not requirements: 'X-9 (file)'. */
  unknown: string[]
}

export function gapsBetween(requirements: readonly Requirement[], tests: readonly NamedTest[]): Gaps {
  const numbers = new Set(requirements.map(({ number }) => number))
  const shown = new Set(tests.filter(({ onlyInAll }) => !onlyInAll).flatMap((test) => test.requirements))
  const named = tests.flatMap(({ requirements: names, file }) => names.map((number) => ({ number, file })))
  return {
    untested: requirements.filter(({ number, reason }) => !shown.has(number) && reason === ''),
    unnecessaryReasons: requirements.filter(({ number, reason }) => shown.has(number) && reason !== ''),
    unknown: [
      ...new Set(
        named.filter(({ number }) => !numbers.has(number)).map((one) => `${one.number} (${one.file})`),
      ),
    ],
  }
}

const HEAD = `# What the console must do, and which tests show it

Made by \`npm run requirements\` from [requirements.tsv](../docs/requirements.tsv) and the titles of all tests: a test names
the requirements it shows, as in \`[USERS-4] sorts by level at first\`. To add a requirement, or to say why none can show
it, change that file. Tests marked * run in \`npm run test:all\` alone.
`

export function requirementsTable(requirements: readonly Requirement[], tests: readonly NamedTest[]): string {
  const rows = requirements.map(({ number, words, reason }) => {
    const shownBy = tests.filter((test) => test.requirements.includes(number)).map(linkTo)
    return `| ${number} | ${cell(words)} | ${shownBy.join('<br>') || cell(reason) || '**none**'} |`
  })
  return [HEAD, '| Number | Requirement | Tests |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

const linkTo = ({ file, text, onlyInAll }: NamedTest): string =>
  `[${basename(file)}](../${file}): ${cell(text)}${onlyInAll ? ' \\*' : ''}`

/** Escapes a cell of a Markdown table. */
const cell = (text: string): string => text.replace(/[\\|*_`<>[\]]/g, '\\$&').replace(/\s+/g, ' ')
