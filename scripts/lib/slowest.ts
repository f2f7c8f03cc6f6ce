import { relative } from 'node:path'

export interface Timed {
  name: string
  ms: number
}

/** From `jest --json`. */
export interface JestTests {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

export const jestTimes = ({ testResults }: JestTests, root: string): Timed[] =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, file)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  )

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
}

/** From Playwright's JSON reporter. */
export interface PlaywrightTests {
  suites: PlaywrightSuite[]
}

export const playwrightTimes = ({ suites }: PlaywrightTests): Timed[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.map(({ title, tests }) => ({
      name: `${file}: ${title}`,
      ms: tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
    })),
    ...playwrightTimes({ suites: inner }),
  ])

const MOST = 10
const MAX_NAME_LENGTH = 110

/** The ten slowest tests; empty for shorter runs. */
export function slowestLines(tests: readonly Timed[]): string[] {
  if (tests.length <= MOST) return []
  return [...tests]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MOST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name.slice(0, MAX_NAME_LENGTH)}`)
}
