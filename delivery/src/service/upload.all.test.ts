import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { Header } from 'tar'
import { archiveOf, nextUsers, serviceOfTwoTeams, startService } from '../../testing/service'
import { builtHost, builtRemote, idOf, run, sitePath } from '../../testing/staging'

const { upload, close, url } = serviceOfTwoTeams()

const leftovers = (): string[] => {
  const folder = sitePath('.delivery/uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('an upload', () => {
  test('of another team’s remote is rejected, and leaves nothing behind', async () => {
    const { status } = await upload(await archiveOf(builtRemote({ name: 'machines' })))
    expect(status).toBe(403)
    expect(existsSync(sitePath('machines'))).toBe(false)
  })

  test('of a host by a remote’s team is rejected', async () => {
    const { status } = await upload(await archiveOf(builtHost({ version: '9.0.0', build: 'ffffffff' })))
    expect(status).toBe(403)
  })

  test('sent twice is stored once, and the same release with other files is rejected', async () => {
    const archive = await archiveOf(nextUsers())
    expect(await upload(archive)).toMatchObject({ status: 200, body: { before: false } })
    expect(await upload(archive)).toMatchObject({ status: 200, body: { before: true } })
    const other = builtRemote({ version: '1.1.0', build: '22222222' }, 'other code')
    expect(await upload(await archiveOf(other))).toMatchObject({ status: 409 })
    expect(idOf()).toBe('11111111')
  })

  /** One header and its content, as an attacker could write them. */
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
  ])('with %s is rejected', async (_, make) => {
    const { status, body } = await upload(archived(make(), entry('release.json', '{}')))
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^The archive is refused: .* release\.$/),
    ])
    for (const path of ['../evil.txt', 'evil.txt', '.delivery/evil.txt', '.delivery/uploads/evil.txt'])
      expect(existsSync(sitePath(path))).toBe(false)
    expect(existsSync('/tmp/console-delivery-evil.txt')).toBe(false)
  })

  test.each([
    ['', (tar: Buffer) => gzipSync(tar)],
    [' in an archive', (tar: Buffer) => gzipSync(gzipSync(tar))],
  ])(
    'that expands too much%s is rejected, and leaves nothing behind',
    async (_, pack) => {
      const tar = Buffer.concat([entry('a.js', 'a'.repeat(80 * 1024 * 1024)), Buffer.alloc(1024)])
      const grown = pack(tar)
      expect(grown.length).toBeLessThan(200_000)
      expect(await upload(new Uint8Array(grown))).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching('bytes at most, unpacked') },
      })
      expect(leftovers()).toEqual([])
    },
    30_000,
  )

  test('with too many files is rejected', async () => {
    const { status, body } = await upload(
      archived(...Array.from({ length: 5_001 }, (_, at) => entry(`${at}.js`, ''))),
    )
    expect([status, body.message]).toEqual([409, expect.stringMatching('5000 files at most')])
    expect(leftovers()).toEqual([])
  }, 60_000)

  test('that is too large is rejected, with and without a length header', async () => {
    const bytes = new Uint8Array(33 * 1024 * 1024)
    for (const body of [bytes, new Blob([bytes]).stream()])
      expect(await upload(body)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching('bytes at most, packed') },
      })
  }, 30_000)

  test('leaves nothing behind, accepted or rejected, even if the service is killed', async () => {
    expect((await upload(await archiveOf(nextUsers()))).status).toBe(200)
    expect((await upload(await archiveOf(builtRemote({ name: 'machines' })))).status).toBe(403)
    expect(leftovers()).toEqual([])
    mkdirSync(sitePath('.delivery/uploads/release-killed'))
    await close()
    const { app } = await startService()
    expect(leftovers()).toEqual([])
    await app.close()
  })

  test('that is not an archive, or is truncated, is rejected', async () => {
    expect((await upload(new Uint8Array([1, 2, 3]))).status).toBe(409)
    expect((await upload((await archiveOf(nextUsers())).slice(0, 200))).status).toBe(409)
    expect(existsSync(sitePath('users/1.1.0-22222222'))).toBe(false)
  })

  test('of a folder with a symbolic link is rejected by the service, and the link is not followed', async () => {
    const folder = sitePath('../linked')
    mkdirSync(folder, { recursive: true })
    cpSync(nextUsers(), folder, { recursive: true })
    symlinkSync('/etc/passwd', join(folder, 'static', 'passwd.js'))
    expect((await upload(await archiveOf(folder))).status).toBe(409)
  })

  test('is unpacked, hashed and compressed while /healthz keeps answering', async () => {
    const random = Array.from({ length: 300_000 }, (_, at) =>
      ((at * 7919 * (at % 613)) % 65_521).toString(36),
    )
    const code = random.join(' ')
    const archive = await archiveOf(builtRemote({ version: '1.1.0', build: '22222222' }, code))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let isDone = false
    const answer = upload(archive).finally(() => (isDone = true))
    while (!leftovers().some((name) => existsSync(sitePath(`.delivery/uploads/${name}/release.json`))))
      await sleep(1)
    let answers = 0
    // fewer than the per-minute limit of an address
    while (!isDone && answers < 100) {
      expect((await fetch(`${url()}/healthz`)).status).toBe(200)
      answers += 1
    }
    expect(await answer).toMatchObject({ status: 200 })
    expect(answers).toBeGreaterThan(10)
    delay.disable()
    const begun = performance.now()
    brotliCompressSync(code)
    // a relative limit holds however busy this machine is
    expect(delay.max / 1e6).toBeLessThan((performance.now() - begun) / 2)
  }, 60_000)

  test.each([
    ['a page', 'index.html', 'evil'],
    ['a file without an ending', 'static/notes', 'x'],
    ['WebAssembly', 'static/a.wasm', 'x'],
    ['the compressed form of nothing', 'static/more.html.gz', 'x'],
  ])('with %s that is in no record is rejected', async (_, path, content) => {
    const folder = nextUsers()
    writeFileSync(join(folder, path), content)
    expect(await upload(await archiveOf(folder))).toMatchObject({
      status: 409,
      body: { message: `files: ${path} is not in any record` },
    })
    expect(existsSync(sitePath('users/1.1.0-22222222'))).toBe(false)
  })

  test('may contain images, fonts and licences', async () => {
    const folder = nextUsers()
    for (const path of [
      'static/a.png',
      'static/b.woff2',
      'third-party-licenses.txt',
      'static/c.js.LICENSE.txt',
    ])
      writeFileSync(join(folder, path), 'x')
    expect(await upload(await archiveOf(folder))).toMatchObject({ status: 200 })
  })

  test('with a compressed file that unpacks to more than the original is rejected', async () => {
    const folder = nextUsers()
    const path = 'static/js/screen.00000002.js.br'
    writeFileSync(join(folder, path), brotliCompressSync(Buffer.alloc(1_000_000)))
    expect(await upload(await archiveOf(folder))).toMatchObject({
      status: 409,
      body: { message: `files: ${path} was changed: it does not unpack to the recorded file` },
    })
  })

  test('beyond the quota of its team is rejected', async () => {
    await run('team', 'set people --owns users --quota 1')
    const folder = nextUsers()
    writeFileSync(join(folder, 'static/large.png'), Buffer.alloc(1_200_000))
    expect(await upload(await archiveOf(folder))).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^With this release people would have 2 MB .* may have 1 MB/) },
    })
    await run('team', 'set people --owns users --quota 2')
    expect(await upload(await archiveOf(folder))).toMatchObject({ status: 200 })
    const again = builtRemote({ version: '1.2.0', build: '33333333' })
    writeFileSync(join(again, 'static/large.png'), Buffer.alloc(1_200_000))
    // without --quota, the quota stays as it is
    await run('team', 'set people --owns users')
    expect(await upload(await archiveOf(again))).toMatchObject({ status: 409 })
  })

  test('beyond the quota only together with a concurrent upload is rejected', async () => {
    await run('team', 'set people --owns users --quota 2')
    const archives = ['1.1.0', '1.2.0'].map((version) => {
      const folder = builtRemote({ version, build: '22222222' }, version)
      writeFileSync(join(folder, 'static/large.png'), Buffer.alloc(1_500_000))
      return archiveOf(folder)
    })
    const answers = await Promise.all((await Promise.all(archives)).map((archive) => upload(archive)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(readdirSync(sitePath('users'))).toHaveLength(2)
  })

  test('beyond the quota only with its compressed files is rejected', async () => {
    await run('team', 'set people --owns users --quota 1')
    const code = randomBytes(225_000).toString('base64')
    const folder = builtRemote({ version: '1.1.0', build: '22222222' }, code)
    expect(await upload(await archiveOf(folder))).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching('would have 2 MB') },
    })
    expect(readdirSync(sitePath('users'))).toEqual(['1.0.0-11111111'])
  })
})
