import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { freshSite, promoteNext, publishNext, run, sitePath, start } from '../../testing/staging'
import { CommandError } from '@console/shared-kernel/command'

freshSite(start)

const folder = () => sitePath('../nginx')
const write = (words = '') => run('nginx', `--env staging --to ${folder()}${words && ` ${words}`}`)
const serversFile = () => join(folder(), 'console-staging.conf')
const included = (name: string) => readFileSync(join(folder(), 'console-staging', name), 'utf8')
const API = '--api-upstream 127.0.0.1:4200 --api-upstream 127.0.0.1:4201'

describe('nginx', () => {
  test('writes includes and an example of servers that use them', async () => {
    expect(await write(`${API} --reports-upstream 127.0.0.1:4300`)).toContain(
      'Wrote an example of the servers',
    )
    const servers = readFileSync(serversFile(), 'utf8')
    for (const name of ['http', 'console', 'releases', 'api', 'reports'])
      expect(servers).toContain(`include "${join(folder(), 'console-staging', name)}.conf";`)
    for (const port of [4200, 4201])
      expect(included('http.conf')).toContain(`server 127.0.0.1:${port} max_fails=1 fail_timeout=10s;`)
  })

  test('never overwrites servers that were edited, and names the includes they lack', async () => {
    await write()
    const edited = `${readFileSync(serversFile(), 'utf8')}# edited\n`
    writeFileSync(serversFile(), edited)
    writeFileSync(join(folder(), 'console-staging', 'console.conf'), 'edited')
    const output = await write(API)
    expect(readFileSync(serversFile(), 'utf8')).toBe(edited)
    expect(included('console.conf')).toContain('try_files')
    expect(output).toContain('console-staging.conf is there and was left as it is.')
    expect(output).toMatch(/does not include \S+\/api\.conf\./)
    expect(output).not.toMatch(/does not include \S+\/console\.conf\./)
  })

  test('writes neither server nor upstream for an external API, and removes the old include', async () => {
    await write(API)
    expect(await write()).toMatch(/Removed \S+\/api\.conf: remove its server from/)
    expect(readdirSync(join(folder(), 'console-staging'))).not.toContain('api.conf')
    expect(included('http.conf')).not.toContain('upstream console_staging_api')
  })

  test('writes the same files whatever releases are served', async () => {
    const all = () => readdirSync(join(folder(), 'console-staging')).map((name) => [name, included(name)])
    await write(API)
    const before = all()
    await publishNext()
    await promoteNext()
    await write(API)
    expect(all()).toEqual(before)
  })

  test('uses no name twice if one nginx serves two environments', async () => {
    await write(API)
    await write(`${API} --name console-other`)
    const names = (text: string) =>
      [...text.matchAll(/^upstream (\S+)|(\$console_\w+)|location (@\S+)/gm)].map(([all]) => all)
    const of = (name: string) =>
      readdirSync(join(folder(), name)).flatMap((file) =>
        names(readFileSync(join(folder(), name, file), 'utf8')),
      )
    const other = new Set(of('console-other'))
    expect(other.size).toBeGreaterThan(5)
    expect(of('console-staging').filter((name) => other.has(name))).toEqual([])
  })

  test('sends .br files only with --brotli', async () => {
    await write()
    expect(included('console.conf')).not.toContain('brotli')
    await write('--brotli')
    expect(included('console.conf')).toContain('brotli_static on;')
  })

  test.each([
    ['--env other', "no environment 'other'"],
    ['--env ../staging', 'Use lower-case letters'],
    ['--env staging --name ../x', 'Use lower-case letters'],
    ['--env staging --api-upstream 4200;', 'is no address'],
    ['--env staging --delivery http://127.0.0.1:1', 'is no address'],
    ['--env staging --webroot /srv/$web', "nginx's configuration cannot hold this text: /srv/$web"],
  ])('%s is rejected', async (words, why) => {
    const rejected = run('nginx', `${words} --to ${folder()}`)
    await expect(rejected).rejects.toThrow(why)
    await expect(rejected).rejects.toBeInstanceOf(CommandError)
  })
})
