import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from '@jest/globals'
import { create, Header } from 'tar'
import { createTeam, startService } from '../../testing/service'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  page,
  run,
  runRemotely,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { promote } from '../commands/promote'
import { status } from '../commands/status'
import { team } from '../commands/team'

let service: Awaited<ReturnType<typeof startService>>
let url: string
const tokens: Record<string, string> = {}

freshSite(start, async () => {
  tokens['people'] = await createTeam('people', 'users')
  tokens['platform'] = await createTeam('platform', 'host')
  service = await startService()
  url = service.url
})
afterEach(() => service.app.close(), 30_000)

const post = (path: string, body: BodyInit | object, token: string | undefined, type = 'application/json') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    body: type === 'application/json' ? JSON.stringify(body) : (body as BodyInit),
  }).then(async (response) => ({
    status: response.status,
    body: (await response.json()) as { message?: string },
  }))

const ask = (name: string, input: object, by = 'people') =>
  post(`/commands/${name}`, { environment: 'staging', why: 'test', ...input }, tokens[by])

const archiveOf = async (folder: string) => {
  const bytes = await buffer(create({ gzip: true, portable: true, cwd: folder }, ['.']))
  return new Uint8Array(bytes)
}
const upload = (archive: Uint8Array<ArrayBuffer>, by = 'people') =>
  post('/releases', archive, tokens[by], 'application/gzip')

const next = () => builtRemote({ version: '1.1.0', build: '22222222' }, 'newer code')
const auditLines = () =>
  readFileSync(sitePath('.delivery/audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const remotely = (words: string) => runRemotely({ url, token: tokens.people! }, words)

describe('the tool says the same through the service as in a folder', () => {
  test('a team publishes, promotes, looks and rolls back; its name stands in the history', async () => {
    expect(await remotely(`publish ${next()}`)).toBe('Published users@1.1.0-22222222.')
    expect(await remotely('promote users@1.1.0 --env staging --why better')).toBe(
      'staging: promote users@1.1.0-22222222. Revision 4 is served.',
    )
    expect(idOf()).toBe('22222222')
    expect(await remotely('status --env staging')).toBe(await run(status, '--env staging'))
    expect(await remotely('history --env staging')).toMatch(/^4 {2}\S+ {2}people {2}promote/)
    await remotely('rollback users --env staging --why slow')
    expect(idOf()).toBe('11111111')
  })

  test('a refusal has the service’s words', async () => {
    await expect(remotely('promote users@9.0.0 --env staging --why x')).rejects.toThrow(
      'users@9.0.0 is not published. Of users there are: 1.0.0-11111111.',
    )
  })

  test('what works on a folder alone says so', async () => {
    await expect(remotely('team list')).rejects.toThrow('team works on a folder alone')
  })

  test('a service that is not there says that the outcome is unknown', async () => {
    await service.app.close()
    await expect(remotely('rollback users --env staging --why x')).rejects.toThrow(
      'gave no answer (connect ECONNREFUSED',
    )
  })
})

describe('who may', () => {
  test.each<[string, string, object, string]>([
    ['another team’s remote', 'rollback', { part: 'users' }, 'platform'],
    ['the host', 'rollback', { part: 'host' }, 'people'],
    ['the settings', 'rollback', { part: '@settings' }, 'people'],
    ['everything', 'rollback', { yes: true }, 'people'],
    ['the host by promoting', 'promote', { release: 'host@2.0.0' }, 'people'],
    ['a remote without an owner', 'promote', { release: 'hello@1.0.0' }, 'people'],
    ['the address of the API', 'settings', { change: { apiUrl: 'http://evil.test' } }, 'people'],
    ['a canary of another team', 'canary', { release: 'users@1.0.0', percent: 10 }, 'platform'],
    ['another team’s remote by removing it', 'remove', { part: 'users' }, 'platform'],
    ['an object’s own words', 'remove', { part: 'constructor' }, 'people'],
  ])('a team cannot change %s', async (_, name, input, by) => {
    const before = page()
    const { status, body } = await ask(name, input, by)
    expect([status, body.message]).toEqual([403, expect.stringMatching(/ is not (people|platform)'s: /)])
    expect(page()).toBe(before)
    expect(auditLines().at(-1)).toMatchObject({ team: by, command: name, outcome: body.message })
  })

  test('the host’s team changes the host and the settings', async () => {
    expect(await ask('settings', { change: { apiUrl: 'http://new.test' } }, 'platform')).toMatchObject({
      status: 200,
      body: { revision: 4 },
    })
    expect(served().apiUrl).toBe('http://new.test')
  })

  test.each([
    ['no token', undefined],
    ['another text', 'delivery_0_nothing'],
    ['an empty text', ''],
  ])('with %s nothing is answered', async (_, token) => {
    for (const name of ['status', 'promote', 'history'])
      expect((await post(`/commands/${name}`, { environment: 'staging' }, token)).status).toBeGreaterThan(399)
    expect((await post('/commands/status', {}, token)).status).toBe(401)
    expect((await upload(await archiveOf(next()), 'stranger')).status).toBe(401)
  })

  test('a stolen token does nothing any more once it is revoked, nor once it has expired', async () => {
    expect((await ask('status', {})).status).toBe(200)
    await run(team, `revoke ${tokens.people!.split('_')[1]}`)
    expect((await ask('status', {})).status).toBe(401)
    expect((await ask('rollback', { part: 'users' })).status).toBe(401)

    const file = sitePath('.delivery/teams.json')
    const teams = readFileSync(file, 'utf8')
    expect((await ask('status', {}, 'platform')).status).toBe(200)
    writeFileSync(file, teams.replaceAll(/"expiresAt": "[^"]+"/g, '"expiresAt": "2026-01-01T00:00:00.000Z"'))
    expect((await ask('status', {}, 'platform')).status).toBe(401)
  })

  test('only hashes of tokens are stored', () => {
    const stored = readFileSync(sitePath('.delivery/teams.json'), 'utf8')
    // the secret itself may hold a '_'
    for (const token of Object.values(tokens)) expect(stored).not.toContain(token.slice(-43))
  })

  test('a name has one owner', async () => {
    await expect(run(team, 'set others --owns users')).rejects.toThrow('users belongs to people.')
  })
})

describe('an upload', () => {
  test('of another team’s remote is refused, and leaves nothing', async () => {
    const { status } = await upload(await archiveOf(builtRemote({ name: 'machines' })))
    expect(status).toBe(403)
    expect(existsSync(sitePath('machines'))).toBe(false)
  })

  test('of a host, by a team of a remote, is refused', async () => {
    const { status } = await upload(await archiveOf(builtHost({ version: '9.0.0', build: 'ffffffff' })))
    expect(status).toBe(403)
  })

  test('sent twice is there once; the same release with other files is refused', async () => {
    const archive = await archiveOf(next())
    expect(await upload(archive)).toMatchObject({ status: 200, body: { before: false } })
    expect(await upload(archive)).toMatchObject({ status: 200, body: { before: true } })
    const other = builtRemote({ version: '1.1.0', build: '22222222' }, 'other code')
    expect(await upload(await archiveOf(other))).toMatchObject({ status: 409 })
    expect(idOf()).toBe('11111111')
  })

  /** One header and its content, as an attacker's own tool writes them. */
  const entry = (path: string, content: string, type: '0' | '1' | '2' = '0', linkpath = '') => {
    const block = Buffer.alloc(512)
    new Header({
      path,
      size: type === '0' ? content.length : 0,
      type: { '0': 'File', '1': 'Link', '2': 'SymbolicLink' }[type] as 'File',
      linkpath,
      mode: 0o644,
    }).encode(block)
    const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512)
    padded.write(content)
    return type === '0' ? Buffer.concat([block, padded]) : block
  }
  const archived = (...entries: Buffer[]) =>
    new Uint8Array(gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)])))

  test.each<[string, () => Buffer]>([
    ['a path that leads up', () => entry('../../evil.txt', 'evil')],
    ['a path in the middle that leads up', () => entry('a/../../../evil.txt', 'evil')],
    ['an absolute path', () => entry('/tmp/console-delivery-evil.txt', 'evil')],
    ['a hidden file', () => entry('.delivery/teams.json', 'evil')],
    ['a link to a file of the machine', () => entry('release.json', '', '2', '/etc/passwd')],
    ['a hard link', () => entry('release.json', '', '1', '../../.delivery/teams.json')],
    ['a backslash', () => entry('..\\evil.txt', 'evil')],
  ])('with %s is refused', async (_, make) => {
    const { status, body } = await upload(archived(make(), entry('release.json', '{}')))
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^The archive (is refused|cannot)/)])
    for (const path of ['../evil.txt', 'evil.txt', '.delivery/evil.txt', '.delivery/uploads/evil.txt'])
      expect(existsSync(sitePath(path))).toBe(false)
    expect(existsSync('/tmp/console-delivery-evil.txt')).toBe(false)
  })

  test('that grows when it is unpacked is refused, and leaves nothing', async () => {
    const grown = gzipSync(Buffer.concat([entry('a.js', ''), Buffer.alloc(80 * 1024 * 1024)]))
    expect(grown.length).toBeLessThan(200_000)
    expect(await upload(new Uint8Array(grown))).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching('bytes at most, unpacked') },
    })
    expect(existsSync(sitePath('.delivery/uploads'))).toBe(false)
  }, 30_000)

  test('that is larger than a release may be, packed, is refused', async () => {
    const { status } = await upload(new Uint8Array(33 * 1024 * 1024)).catch(() => ({ status: 413 }))
    expect([409, 413]).toContain(status)
  }, 30_000)

  test('that is no archive, or is cut off, is refused', async () => {
    expect((await upload(new Uint8Array([1, 2, 3]))).status).toBe(409)
    expect((await upload((await archiveOf(next())).slice(0, 200))).status).toBe(409)
    expect(existsSync(sitePath('users/1.1.0-22222222'))).toBe(false)
  })

  test('of a folder with a link in it is refused by the service, not followed', async () => {
    const folder = sitePath('../linked')
    mkdirSync(folder, { recursive: true })
    cpSync(next(), folder, { recursive: true })
    symlinkSync('/etc/passwd', join(folder, 'static', 'passwd.js'))
    expect((await upload(await archiveOf(folder))).status).toBe(409)
  })
})

describe('changes wait for each other', () => {
  test('of many at once each is done, in the order in which they came', async () => {
    await upload(await archiveOf(next()))
    const releases = ['users@1.1.0', 'users@1.0.0', 'users@1.1.0', 'users@1.0.0', 'users@1.1.0']
    const answers = await Promise.all(releases.map((release) => ask('promote', { release })))
    expect(answers.map(({ status }) => status)).toEqual(releases.map(() => 200))
    expect(served().revision).toBe(3 + releases.length)
  })

  test('somebody who works in the folder meanwhile waits too', async () => {
    await upload(await archiveOf(next()))
    const [there, here] = await Promise.all([
      ask('promote', { release: 'users@1.1.0' }),
      run(promote, 'host@2.0.0 --env staging --why again'),
    ])
    expect(there.status).toBe(200)
    expect(here).toMatch(/Revision \d is served/)
    expect(served().revision).toBe(5)
  })
})

test('every request of a known team is written down, refused ones with the reason', async () => {
  await ask('promote', { release: 'users@1.0.0' })
  await ask('promote', { release: 'users@7.0.0' })
  expect(auditLines()).toEqual([
    expect.objectContaining({ team: 'people', command: 'promote', outcome: 'done', address: '127.0.0.1' }),
    expect.objectContaining({ outcome: expect.stringMatching('users@7.0.0 is not published') }),
  ])
  expect(JSON.stringify(auditLines())).not.toContain(tokens.people)
})

test('bad input is refused with the field that is wrong', async () => {
  expect(await ask('canary', { release: 'users@1.0.0', percent: 101 })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching('percent') },
  })
  expect((await post('/commands/promote', { why: 'x' }, tokens.people)).status).toBe(400)
})

test('no folder of the service’s machine can be published', async () => {
  expect((await ask('publish', { folder: next() })).status).toBe(404)
})

test('the service describes what it can do', async () => {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(description.paths).sort()).toEqual(
    [
      '/commands/canary',
      '/commands/health',
      '/commands/history',
      '/commands/init',
      '/commands/promote',
      '/commands/prune',
      '/commands/remove',
      '/commands/repair',
      '/commands/rollback',
      '/commands/settings',
      '/commands/status',
      '/commands/verify',
      '/releases',
    ].sort(),
  )
})
