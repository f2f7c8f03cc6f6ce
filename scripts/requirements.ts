import { main } from './lib/main'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gapsBetween, parseRequirements, requirementsTable, type NamedTest } from './lib/requirements'
import { filesOf, paths, root } from './lib/paths'
import { titlesOf } from './lib/testTitles'

const SOURCE = join(root, 'docs', 'requirements.tsv')
const TABLE = join(paths.state, 'requirements.md')
/** Files that `npm test` leaves out. */
const LATER = /\.(?:all|long)\.test\./
const TESTS = ['test.ts', 'test.tsx', 'spec.ts', 'spec.tsx'].map((ending) => `*.${ending}`)

/** `npm run requirements`: writes the table of requirements and tests. Exits with 1 if they do not match. */
export function run(): number {
  const requirements = parseRequirements(readFileSync(SOURCE, 'utf8'))
  const tests = filesOf(...TESTS).flatMap(namedTests)
  mkdirSync(paths.state, { recursive: true })
  writeFileSync(TABLE, requirementsTable(requirements, tests))

  const { untested, unnecessaryReasons, unknown } = gapsBetween(requirements, tests)
  const excused = requirements.filter(({ reason }) => reason !== '')
  console.log(
    `${relative(root, TABLE)}: ${requirements.length} requirements, ${excused.length} of them with a reason.`,
  )
  for (const { number, words } of untested) console.error(`No test names ${number}: ${words}`)
  for (const { number } of unnecessaryReasons)
    console.error(`${number} gives a reason for having no test, but has one.`)
  for (const name of unknown) console.error(`There is no requirement ${name}.`)
  return untested.length + unnecessaryReasons.length + unknown.length > 0 ? 1 : 0
}

function namedTests(file: string): NamedTest[] {
  return titlesOf(readFileSync(join(root, file), 'utf8'), file).map(({ onlyInAll, ...title }) => ({
    ...title,
    file,
    onlyInAll: onlyInAll || LATER.test(file),
  }))
}

void main(import.meta.url, run)
