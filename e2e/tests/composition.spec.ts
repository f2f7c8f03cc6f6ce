import { join } from 'node:path'
import { readRelease } from '@console/delivery/compose'
import { REMOTES } from '@console/shared-kernel/ports'
import { serveRemote } from '@console/delivery/serve'
import { addresses } from '../testing/addresses'
import { changedBuild } from '../testing/changedBuild'
import { documentWith, environmentDocument } from '../testing/environment'
import { hostDist } from '../testing/folders'
import { containerOf, handmadeRemote } from '../testing/handmadeRemote'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { labelsOf } from '../testing/remotes'
import { expect, test, WITH_ALL } from '../testing/test'

test(
  'the Users screen is loaded from its remote’s port, and nothing is loaded from other remotes',
  WITH_ALL,
  async ({ page, signIn }) => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await signIn('player1')
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    const release = readRelease(join(hostDist, '..', '..', 'remote-users', 'dist'))
    const expected = [release.entry, ...release.screens[0]!.preload].map(
      (file) => `${addresses.remote('users')}/${file}`,
    )
    expect(scripts.filter((url) => !url.startsWith(addresses.console)).sort()).toEqual(expected.sort())
  },
)

test('the environment document alone switches a screen to another build on another port', async ({
  page,
  ownConsole,
  signIn,
}) => {
  test.setTimeout(60_000)
  const { url, write } = await ownConsole({})
  await signIn('player1', url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Managed Users')

  const root = await changedBuild('remote-users', [
    {
      file: 'src/features/users/UsersHeader.tsx',
      from: 'title="Managed Users"',
      to: 'title="Users of tomorrow"',
    },
  ])
  const server = await serveRemote({ root, port: 0 })
  write(documentWith({ users: { baseUrl: `${server.url}/`, release: readRelease(root) } }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users of tomorrow')
  await server.close()
})

test('the document decides which remotes have a route and a navigation entry', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const fifth = await handmadeRemote({
    name: 'extra',
    title: 'Extra screen',
    code: containerOf('() => "Hello from afar"'),
  })
  const { url, write } = await ownConsole({})
  const document = environmentDocument()
  delete document.remotes.settings
  document.remotes.extra = fifth.deployed
  write(document)
  await signIn('player1', url)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    ...labelsOf(7).filter((label) => label !== 'Settings'),
    'Extra screen',
  ])
  await navigation.getByRole('link', { name: 'Extra screen' }).click()
  await expect(page.getByText('Hello from afar')).toBeVisible()
  await page.goto(`${url}/settings`)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await fifth.close()
})

test('the policy header is built from the origins, without unsafe sources', async ({ request }) => {
  const page = await request.get('/machines')
  const remotes = REMOTES.map(addresses.remote).join(' ')
  const nothing = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
  expect(page.headers()['content-security-policy']!.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${remotes}`,
    `style-src 'self' ${remotes} ${nothing}`,
    `img-src 'self' data: ${remotes}`,
    `font-src 'self' ${remotes}`,
    `connect-src 'self' ${addresses.api} ${addresses.externalReports} ${remotes}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    'report-to console',
    "frame-ancestors 'none'",
  ])
  expect((await request.get('/')).headers()['cache-control']).toBe('no-cache')
})

test('a script that the policy does not allow is blocked, and these tests would notice it', async ({
  page,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, /Content Security Policy/, /^policy: script-src-elem inline$/)
  await page.goto('/login')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
  })
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expect.poll(() => faults.all().some((text) => text.startsWith('policy:'))).toBe(true)
})

test(
  'a script without a hash is blocked, even from an allowed origin',
  WITH_ALL,
  async ({ page, request, faults }) => {
    faults.expect(FAILED_REMOTE, /Integrity-Policy/)
    await page.goto('/login')
    const { integrity, src } = await page.evaluate(() => {
      const script = document.querySelector<HTMLScriptElement>('script[integrity]')!
      return { integrity: script.integrity, src: script.src }
    })
    expect((await request.get('/login')).headers()['integrity-policy']).toBe('blocked-destinations=(script)')
    const load = (hash: string) =>
      page.evaluate(
        ([address, given]) =>
          new Promise<string>((resolve) => {
            const script = document.createElement('script')
            Object.assign(script, {
              src: `${address}?${given.length}`,
              crossOrigin: 'anonymous',
              integrity: given,
            })
            script.onload = () => resolve('ran')
            script.onerror = () => resolve('blocked')
            document.head.append(script)
          }),
        [src, hash] as const,
      )
    expect(await load('')).toBe('blocked')
    expect(await load(integrity)).toBe('ran')
  },
)
