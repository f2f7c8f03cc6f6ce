import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, jest, test } from '@jest/globals'
import { createTeam, serviceOfTwoTeams } from '../../testing/service'
import { publishNext, runRemotely, sitePath } from '../../testing/staging'
import { problem, type Problem } from '../site/releaseRecords'
import { environmentPaths } from '../site/files'

let problems: Problem[]
jest.mock('../verify/mountScreens', () => ({ mountProblems: async () => problems }))

const { tokens, url } = serviceOfTwoTeams()
beforeEach(async () => {
  await publishNext()
  tokens['games'] = await createTeam('games', 'games')
})

const EMPTY = problem('mount')('it is empty')
const LATE = { ...problem('mount')('the check was ended after 45 s'), isDeadline: true }
const GOOD = ['1.1.0-22222222.json']
const FAILED = ['1.1.0-22222222.failed.json']

const recorded = (): string[] => {
  const folder = join(environmentPaths({ root: sitePath() }, 'staging').verified, 'users')
  return existsSync(folder) ? readdirSync(folder) : []
}
const verifyAs = (team: string, ...found: Problem[]) => {
  problems = found
  const words = 'verify users@1.1.0 --env staging'
  return runRemotely({ url: url(), token: tokens[team]! }, words).catch(({ message }: Error) => message)
}

test('a check is evidence only if the team that owns the release or the host made it', async () => {
  expect(await verifyAs('games')).toMatch(/is good for staging.*\n {2}This is no evidence/)
  expect(recorded()).toEqual([])
  expect(await verifyAs('people')).not.toContain('no evidence')
  expect(await verifyAs('games', EMPTY)).toBe('mount: it is empty')
  expect(recorded()).toEqual(GOOD)
  await verifyAs('platform', EMPTY)
  expect(recorded()).toEqual(FAILED)
  await verifyAs('games')
  expect(recorded()).toEqual(FAILED)
})

test('a check that only timed out does not revoke an earlier success', async () => {
  await verifyAs('people', LATE)
  expect(recorded()).toEqual(FAILED)
  await verifyAs('people')
  expect(await verifyAs('people', LATE)).toBe('mount: the check was ended after 45 s')
  expect(recorded()).toEqual(GOOD)
  await verifyAs('people', EMPTY, LATE)
  expect(recorded()).toEqual(FAILED)
})
