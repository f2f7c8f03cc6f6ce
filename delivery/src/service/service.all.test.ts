import { readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { archiveOf, nextUsers, serviceOfTwoTeams } from '../../testing/service'
import { idOf, page, publishHostWithPage, run, runRemotely, served, sitePath } from '../../testing/staging'
import { CommandError } from '@console/shared-kernel/command'

const { tokens, url, close, post, ask, upload } = serviceOfTwoTeams()

const auditLines = () =>
  readFileSync(sitePath('.delivery/audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const remotely = (words: string) => runRemotely({ url: url(), token: tokens.people! }, words)

describe('the command does the same through the service as in a folder', () => {
  test('a team publishes, promotes, reads and rolls back, and the history records its name', async () => {
    expect(await remotely(`publish ${nextUsers()}`)).toBe('Published users@1.1.0-22222222.')
    expect(await remotely('promote users@1.1.0 --env staging --why better')).toBe(
      'staging: promote users@1.1.0-22222222. Revision 4 is served.\n  users: 1.0.0-11111111 -> 1.1.0-22222222',
    )
    expect(idOf()).toBe('22222222')
    expect(await remotely('status --env staging')).toBe(await run('status', '--env staging'))
    expect(await remotely('history --env staging')).toMatch(/^4 {2}\S+ {2}people {2}promote/)
    await remotely('rollback users --env staging --why slow')
    expect(idOf()).toBe('11111111')
  })

  test('a rejection relays the service’s message', async () => {
    await expect(remotely('promote users@9.0.0 --env staging --why x')).rejects.toThrow(
      'users@9.0.0 is not published. Available: 1.0.0-11111111.',
    )
  })

  test('a host with a faulty page is rejected, not reported as an unknown outcome', async () => {
    await publishHostWithPage((html) => html.replace('<head>', ''))
    const asPlatform = { url: url(), token: tokens.platform! }
    const rejected = await runRemotely(asPlatform, 'promote host@2.1.0 --env staging --why x').catch(
      (error: Error) => [error.constructor, error.message],
    )
    expect(rejected).toEqual([CommandError, 'The page of the host has no head.'])
  })

  test('commands that work on folders only are rejected with that reason', async () => {
    await expect(remotely('team list')).rejects.toThrow('team works only on a folder')
  })

  test('if the service is unreachable, the error says that nothing was changed', async () => {
    await close()
    await expect(remotely('rollback users --env staging --why x')).rejects.toThrow(
      /gave no answer \(connect ECONNREFUSED .*\)\. Nothing was changed\./,
    )
  })
})

describe('access', () => {
  test.each<{ title: string; name: string; input: object; by: string }>([
    { title: 'another team’s remote', name: 'rollback', input: { part: 'users' }, by: 'platform' },
    { title: 'the host', name: 'rollback', input: { part: 'host' }, by: 'people' },
    { title: 'the settings', name: 'rollback', input: { part: '@settings' }, by: 'people' },
    { title: 'everything', name: 'rollback', input: { yes: true }, by: 'people' },
    { title: 'the host by promoting', name: 'promote', input: { release: 'host@2.0.0' }, by: 'people' },
    { title: 'a remote without an owner', name: 'promote', input: { release: 'hello@1.0.0' }, by: 'people' },
    {
      title: 'the address of the API',
      name: 'settings',
      input: { change: { apiUrl: 'http://evil.test' } },
      by: 'people',
    },
    {
      title: 'a canary of another team',
      name: 'canary',
      input: { release: 'users@1.0.0', percent: 10 },
      by: 'platform',
    },
    {
      title: 'another team’s remote by removing it',
      name: 'remove',
      input: { part: 'users' },
      by: 'platform',
    },
    { title: 'a built-in property name', name: 'remove', input: { part: 'constructor' }, by: 'people' },
  ])('a team cannot change $title', async ({ name, input, by }) => {
    const before = page()
    const { status, body } = await ask(name, input, by)
    expect([status, body.message]).toEqual([403, expect.stringMatching(/ is not (people|platform)'s: /)])
    expect(page()).toBe(before)
    expect(auditLines().at(-1)).toMatchObject({ team: by, command: name, outcome: body.message })
  })

  test('the host’s team can change the host and the settings', async () => {
    expect(
      await ask('settings', { change: { apiUrl: 'http://new.test' }, force: true }, 'platform'),
    ).toMatchObject({
      status: 200,
      body: { revision: 4 },
    })
    expect(served().apiUrl).toBe('http://new.test')
  })

  describe('of a team that only rolls back', () => {
    let night: string
    beforeEach(async () => {
      await upload(await archiveOf(nextUsers()))
      await ask('promote', { release: 'users@1.1.0' })
      expect(await run('team', 'set night --rolls-back')).toBe(
        'night owns nothing, and may roll back everything.',
      )
      night = (await run('team', 'token night --days 1')).split('\n')[0]!
    })
    const asNight = (name: string, input: object) =>
      post(`/commands/${name}`, { environment: 'staging', why: 'night', ...input }, night)

    test('it may roll back any app, the settings and everything', async () => {
      expect((await asNight('rollback', { part: 'users' })).status).toBe(200)
      expect(idOf()).toBe('11111111')
      await ask('settings', { change: { timeZone: 'UTC' } }, 'platform')
      expect((await asNight('rollback', { part: '@settings' })).status).toBe(200)
      await ask('settings', { change: { timeZone: 'Asia/Tokyo' } }, 'platform')
      expect((await asNight('rollback', { yes: true })).status).toBe(200)
      expect(served().timeZone).toBe('Europe/Madrid')
    })

    test.each<[string, string, object]>([
      ['force a rollback', 'rollback', { part: 'users', force: true }],
      ['promote', 'promote', { release: 'users@1.0.0' }],
      ['start a canary', 'canary', { release: 'users@1.0.0', percent: 10 }],
      ['change settings', 'settings', { change: { timeZone: 'UTC' } }],
      ['remove a remote', 'remove', { part: 'users' }],
      ['prune', 'prune', { days: 0 }],
      ['repair', 'repair', {}],
      ['have a release checked', 'verify', { release: 'users@1.0.0', noBrowser: true }],
      ['remove a remote by naming a revision', 'rollback', { to: 2, yes: true }],
    ])('it may not %s', async (_, name, input) => {
      const before = page()
      expect((await asNight(name, input)).status).toBe(403)
      expect(page()).toBe(before)
    })

    test('it may name a revision with the same remotes, but cannot add any that way', async () => {
      expect((await asNight('rollback', { to: 3, yes: true })).status).toBe(200)
      expect(idOf()).toBe('11111111')
      await ask('remove', { part: 'users' })
      const before = page()
      for (const input of [
        { to: 3, yes: true },
        { to: 3, part: 'users' },
      ])
        expect(await asNight('rollback', input)).toEqual({
          status: 403,
          body: {
            message: 'Revision 3 removes or adds users, which only the owner may do: name another one.',
          },
        })
      expect(page()).toBe(before)
    })

    test('it may read, but not upload', async () => {
      expect((await asNight('status', {})).status).toBe(200)
      expect((await post('/releases', await archiveOf(nextUsers()), night, 'application/gzip')).status).toBe(
        403,
      )
      expect(await run('team', 'list')).toMatch(
        /^night owns nothing, may roll back everything, and may have/m,
      )
    })

    test('a team that is granted that permission keeps what it owns', async () => {
      expect(await run('team', 'set people --rolls-back')).toBe(
        'people owns users, and may roll back everything.',
      )
      expect(await run('team', 'set people --owns=users --owns=machines')).toBe(
        'people owns users, machines, and may roll back everything.',
      )
      expect(await run('team', 'set people --quota 9')).toMatch(/may roll back everything\.$/)
      expect(await run('team', 'set people --no-rolls-back')).toBe('people owns users, machines.')
      expect(await run('team', 'set people --owns= --rolls-back')).toMatch(/^people owns nothing/)
      await expect(run('team', 'set people --rolls-back --no-rolls-back')).rejects.toThrow('Use either')
    })
  })

  test.each([
    ['no token', undefined],
    ['another text', 'delivery_0_nothing'],
    ['an empty text', ''],
  ])('with %s every call is rejected', async (_, token) => {
    for (const name of ['status', 'promote', 'history'])
      expect((await post(`/commands/${name}`, { environment: 'staging' }, token)).status).toBeGreaterThan(399)
    expect(await post('/commands/status', {}, token)).toEqual({
      status: 401,
      body: { message: 'A valid token is required.' },
    })
    expect((await upload(await archiveOf(nextUsers()), 'stranger')).status).toBe(401)
  })

  test('a token is rejected after it is revoked or expires', async () => {
    expect((await ask('status', {})).status).toBe(200)
    const id = tokens.people!.split('_')[1]
    // given the whole token, the message does not repeat its secret
    expect(await run('team', `revoke ${tokens.people!}`)).toBe(`Token ${id} is revoked.`)
    expect(await run('team', `revoke ${id}`)).toBe(`Token ${id} is revoked.`)
    await expect(run('team', `revoke ${tokens.people!.replace(id!, '000000')}`)).rejects.toThrow(
      /^There is no token '000000'\.$/,
    )
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
    // the secret itself may contain a '_'
    for (const token of Object.values(tokens)) expect(stored).not.toContain(token.slice(-43))
  })

  test('a name has one owner', async () => {
    await expect(run('team', 'set others --owns users')).rejects.toThrow('users belongs to people.')
  })
})

describe('concurrent changes', () => {
  test('are all made, one after the other', async () => {
    await upload(await archiveOf(nextUsers()))
    const releases = ['users@1.1.0', 'users@1.0.0', 'users@1.1.0', 'users@1.0.0', 'users@1.1.0']
    const answers = await Promise.all(releases.map((release) => ask('promote', { release })))
    expect(answers.map(({ status }) => status)).toEqual(releases.map(() => 200))
    expect(served().revision).toBe(3 + releases.length)
  })

  test('also wait for a command that runs in the folder', async () => {
    await upload(await archiveOf(nextUsers()))
    const [there, here] = await Promise.all([
      ask('promote', { release: 'users@1.1.0' }),
      run('promote', 'host@2.0.0 --env staging --why again'),
    ])
    expect(there.status).toBe(200)
    expect(here).toMatch(/Revision \d is served/)
    expect(served().revision).toBe(5)
  })
})

test('every request from a known team is logged, rejected ones with the reason', async () => {
  await ask('promote', { release: 'users@1.0.0' })
  await ask('promote', { release: 'users@7.0.0' })
  await ask('status', {})
  const asked = { team: 'people', command: 'promote', address: '127.0.0.1' }
  const [first, , third] = auditLines().map(({ id }) => id)
  expect(auditLines()).toEqual([
    expect.objectContaining({ ...asked, outcome: 'begun' }),
    expect.objectContaining({ id: first, outcome: 'done', result: expect.objectContaining({ revision: 4 }) }),
    expect.objectContaining({ ...asked, outcome: 'begun' }),
    expect.objectContaining({ id: third, outcome: expect.stringMatching('users@7.0.0 is not published') }),
    expect.objectContaining({ command: 'status', outcome: 'done' }),
  ])
  expect(JSON.stringify(auditLines())).not.toContain(tokens.people)
})

test('invalid input is rejected, and the message names the field', async () => {
  expect(await ask('canary', { release: 'users@1.0.0', percent: 101 })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching('percent') },
  })
  expect((await post('/commands/promote', { why: 'x' }, tokens.people)).status).toBe(400)
})

test('a folder on the service’s machine cannot be published', async () => {
  expect((await ask('publish', { folder: nextUsers() })).status).toBe(404)
})

test('the service describes its calls', async () => {
  const description = (await (await fetch(`${url()}/openapi.json`)).json()) as { paths: object }
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
