import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseRelease, Fields } from '@console/shared-kernel/remote'
import { builtRemote, freshSite, run, sitePath, start } from '../../testing/staging'
import { integrityOf, readJson } from '../site/files'

freshSite(start)

const next = { version: '1.1.0', build: '22222222' }
const screens = (count: number, preload: string[] = []) =>
  Array.from({ length: count }, (_, at) => ({ path: `/s${at}`, module: './A', title: 'A', preload }))

/** A remote with eight files of 60 kB, all of which each screen preloads. */
async function largeRemote(): Promise<string> {
  const chunks = Array.from({ length: 8 }, (_, at) => `static/js/chunk.${at}.js`)
  const dist = builtRemote(next)
  const record = (await readJson(join(dist, 'release.json'))) as { files: Record<string, object> }
  for (const [at, path] of chunks.entries()) {
    const code = Array.from({ length: 12_000 }, (_, nth) => ((nth * 7919 * (at + 3)) % 65_521).toString(36))
    const content = Buffer.from(code.join(';'))
    writeFileSync(join(dist, path), content)
    record.files[path] = { bytes: content.length, integrity: integrityOf(content) }
  }
  const release = { ...record, screens: screens(30, chunks) }
  parseRelease(new Fields('release.json', '', release))
  writeFileSync(join(dist, 'release.json'), JSON.stringify(release))
  return dist
}

/** The CPU time of this process in microseconds, which does not depend on how busy the machine is. */
const computed = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** @returns the longest stretch during which nothing else could run, as a fraction of the CPU time */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  const began = computed()
  let longest = 0
  let isDone = false
  const watch = async () => {
    for (let last = began; !isDone;) {
      await new Promise(setImmediate)
      longest = Math.max(longest, computed() - last)
      last = computed()
    }
  }
  const watching = watch()
  await work().finally(() => (isDone = true))
  await watching
  return longest / (computed() - began)
}

test('a large release is checked in chunks, so that requests and heartbeats continue', async () => {
  const budgets = sitePath('budgets.json')
  writeFileSync(budgets, '{"*":{"entry":1e9,"firstScreen":1e9,"all":1e9}}')
  await run('publish', await largeRemote())
  for (const [command, words] of [
    ['verify', '--no-browser'],
    ['canary', '--percent 10 --why try'],
    ['promote', '--why new'],
  ] as const) {
    const all = `users@1.1.0 ${words} --env staging --budgets ${budgets}`
    expect(await longestStop(() => run(command, all))).toBeLessThan(0.5)
  }
}, 60_000)

describe('a release with more screens than verify opens', () => {
  const TOO_MANY = 'screens: users has 41 screens, and 40 at most are allowed'

  test('is not published', async () => {
    await expect(run('publish', builtRemote({ ...next, screens: screens(41) }))).rejects.toThrow(TOO_MANY)
  })

  test('is rejected before its files are read', async () => {
    const folder = sitePath('users/1.1.0-22222222')
    mkdirSync(folder)
    const record = (await readJson(join(builtRemote(next), 'release.json'))) as object
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...record, screens: screens(41) }))
    const alone = new RegExp(`^${TOO_MANY}$`)
    await expect(run('verify', 'users@1.1.0 --env staging --no-browser')).rejects.toThrow(alone)
    await expect(run('promote', 'users@1.1.0 --env staging --why x')).rejects.toThrow(alone)
  })
})
