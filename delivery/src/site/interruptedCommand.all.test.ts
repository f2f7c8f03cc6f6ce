import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createTeam } from '../../testing/service'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  publicFile,
  publishNext,
  run,
  runRemotely,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { OutcomeUnknown } from '../client'
import { readTeams } from '../service/teams'
import { readRevision } from './history'
import { findRelease } from './releases'

const COMMAND = join(__dirname, '..', '..', 'bin', 'console-delivery.mjs')
const KILL_AT = join(__dirname, '..', '..', 'testing', 'killAt.mjs')

/** Locks of processes that are killed here expire quickly. */
process.env['LOCK_BEAT_MS'] = '50'

freshSite(start)

/** Runs the command in its own process, which gets the signal right before its nth write to the site. */
const signalledAt = (words: string, nth: number, signal = 'SIGKILL') => ({
  args: ['--import', KILL_AT, COMMAND, ...words.split(' '), '--site', sitePath()],
  env: { ...process.env, KILL_AT: String(nth), KILL_IN: sitePath(), KILL_SIGNAL: signal },
})

/** @returns whether the command ended before its nth write */
function runsThrough(words: string, nth: number): boolean {
  const { args, env } = signalledAt(words, nth)
  const { status, signal, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (signal === 'SIGKILL') return false
  expect([status, stderr]).toEqual([0, ''])
  return true
}

const lockFile = () => sitePath('environments/staging/change.lock')

/** Runs a command that is suspended (SIGSTOP) right before its nth write to the site. */
function suspendedAt(words: string, nth: number) {
  const { args, env } = signalledAt(words, nth, 'SIGSTOP')
  const child = spawn(process.execPath, args, { env })
  let errors = ''
  child.stderr.on('data', (app) => (errors += String(app)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const stateOf = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
  const waitUntilSuspended = async () => {
    while (child.exitCode === null) {
      if (stateOf() === 'T') return true
      await sleep(20)
    }
    return false
  }
  return {
    isSuspended: Promise.race([waitUntilSuspended(), ended.then(() => false)]),
    resume: async () => {
      child.kill('SIGCONT')
      return { code: await ended, errors }
    },
  }
}

/** Expects the page, the document, the host's files and the history to be consistent. */
async function expectConsistent(): Promise<void> {
  const document = served()
  const revision = await readRevision({ root: sitePath() }, 'staging', document.revision!)
  expect(revision.document).toEqual(document)
  const scripts = readFileSync(publicFile('index.html'), 'utf8').matchAll(/(?:src|href)="(\/static[^"]+)"/g)
  for (const [, path] of scripts) expect(existsSync(publicFile(path!))).toBe(true)
  expect(await run('status', '--env staging')).toMatch(`staging: revision ${document.revision}, `)
}

test('after a promote is killed at any step, the old or the new revision is served and the next promote works', async () => {
  await publishNext()
  await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb' }))
  const seen = new Set<string>()
  let nth = 1
  for (; ; nth += 1) {
    const release = nth % 2 ? 'users@1.1.0' : 'users@1.0.0'
    const done = runsThrough(`promote ${release} --env staging --why killed`, nth)
    await expectConsistent()
    seen.add(`${served().remotes.users?.release.version}`)
    if (done) break
  }
  expect(nth).toBeGreaterThan(8)
  expect([...seen].sort()).toEqual(['1.0.0', '1.1.0'])
  await run('repair', '--env staging')
  await run('promote', 'host@2.1.0 --env staging --why after')
  expect(served().host?.build).toBe('bbbbbbbb')
  await expectConsistent()
}, 120_000)

test('a paused promote changes nothing after another process has taken over its lock', async () => {
  await publishNext()
  const outcomes = new Set<boolean>()
  for (let nth = 1; ; nth += 1) {
    const frozen = suspendedAt('promote users@1.1.0 --env staging --why frozen', nth)
    const before = served().revision!
    if (!(await frozen.isSuspended)) break
    const isHeld = existsSync(lockFile())
    const isServed = served().revision! > before
    await run('promote', 'users@1.0.0 --env staging --why faster')
    const { code, errors } = await frozen.resume()
    const isLost = isHeld && !isServed
    expect([code, errors]).toEqual(isLost ? [1, expect.stringMatching('lock was lost')] : [0, ''])
    outcomes.add(isLost)
    expect(served().revision).toBe(before + (isLost ? 1 : 2))
    await expectConsistent()
    expect(await run('repair', '--env staging')).toMatch('is whole')
  }
  expect([...outcomes].sort()).toEqual([false, true])
}, 180_000)

test('a token that is revoked while another change is paused stays revoked', async () => {
  await createTeam('people', 'users')
  const [{ id } = { id: '' }] = (await readTeams({ root: sitePath() })).tokens
  const isRevoked = async () => (await readTeams({ root: sitePath() })).tokens[0]?.revokedAt !== undefined
  const codes = new Set<number | null>()
  for (let nth = 1; ; nth += 1) {
    const frozen = suspendedAt('team token people', nth)
    if (!(await frozen.isSuspended)) break
    await run('team', `revoke ${id}`)
    codes.add((await frozen.resume()).code)
    expect(await isRevoked()).toBe(true)
  }
  expect(codes).toEqual(new Set([0, 1]))
}, 120_000)

test('a paused prune keeps what was promoted meanwhile', async () => {
  const codes = new Set<number | null>()
  for (let nth = 1; ; nth += 1) {
    const [first, second] = ['a', 'b'].map((end) => ({
      version: `1.${nth}.0-${end}`,
      build: `${nth}${end}`.padStart(8, '0'),
    }))
    for (const release of [first!, second!]) await run('publish', builtRemote(release))
    const frozen = suspendedAt('prune --days 0', nth)
    if (!(await frozen.isSuspended)) break
    // with the first release gone, prune is suspended in removing the second, which cannot be prevented
    const isLast = !existsSync(sitePath(`users/${first!.version}-${first!.build}`))
    if (isLast) {
      await frozen.resume()
      continue
    }
    await run('promote', `users@${second!.version} --env staging --why meanwhile`)
    codes.add((await frozen.resume()).code)
    expect(idOf()).toBe(second!.build)
    const [{ damage }] = JSON.parse(await run('status', '--env staging --json')) as [{ damage: unknown[] }]
    expect(damage).toEqual([])
  }
  expect(codes).toEqual(new Set([0, 1]))
}, 120_000)

test('a publish that is killed at any step leaves no release or a complete one', async () => {
  const dist = builtHost({ version: '2.1.0', build: 'bbbbbbbb' })
  let nth = 1
  while (!runsThrough(`publish ${dist}`, nth)) {
    nth += 1
    if (!existsSync(sitePath('host/2.1.0-bbbbbbbb'))) continue
    expect((await findRelease({ root: sitePath() }, 'host@2.1.0')).record.version).toBe('2.1.0')
    expect(await run('promote', 'host@2.1.0 --env staging --why whole')).toMatch('is served')
  }
  expect(nth).toBeGreaterThan(8)
}, 120_000)

/**
 * Runs the service in its own process, killed right before its nth write.
 * @returns null if it never answered
 */
async function serviceKilledAt(nth: number) {
  const { args, env } = signalledAt('serve --listen 127.0.0.1:0', nth)
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let url: string | undefined
  for await (const line of createInterface(child.stdout)) {
    url = /^console-delivery ready (.+)$/.exec(line)?.[1]
    if (url !== undefined) break
  }
  if (url === undefined) return null
  return { url, stop: () => (child.kill(), ended) }
}

test('a service killed at every other step of a publish or promote leaves nothing half done, and works after a restart', async () => {
  const token = await createTeam('people', 'users')
  const outcomes = new Set<string>()
  // each start takes seconds
  for (let nth = 1, isDone = false; !isDone; nth += 2) {
    const build = String(nth).padStart(8, '0')
    const release = `users/1.${nth}.0-${build}`
    const folder = builtRemote({ version: `1.${nth}.0`, build }, `code ${nth}`)
    const before = served().revision!
    const service = await serviceKilledAt(nth)
    const remotely = (words: string) =>
      service &&
      runRemotely({ url: service.url, token }, words).then(
        () => true,
        (error) => {
          expect(error).toBeInstanceOf(OutcomeUnknown)
          return false
        },
      )
    const isPublished = await remotely(`publish ${folder}`)
    isDone = Boolean(
      isPublished && (await remotely(`promote users@1.${nth}.0 --env staging --why killed-${nth}`)),
    )
    await service?.stop()
    await expectConsistent()
    const isServed = idOf() === build
    expect(served().revision).toBe(before + (isServed ? 1 : 0))
    if (existsSync(sitePath(release)) && !isServed)
      expect(await run('promote', `users@1.${nth}.0 --env staging --why whole`)).toMatch('is served')
    outcomes.add(`${service ? 'answered' : 'never began'}, ${isServed ? 'served' : 'not served'}`)
  }
  expect([...outcomes].sort()).toEqual([
    'answered, not served',
    'answered, served',
    'never began, not served',
  ])
}, 480_000)
