import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from '@console/delivery/compose'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { addresses, ownConsolePort } from '../testing/addresses'
import { changedBuild, released } from '../testing/changedBuild'
import { createSite } from '../testing/deliverySite'
import { documentWith, environmentDocument } from '../testing/environment'
import { hostDist, remoteDist, runFolder } from '../testing/folders'
import { handmadeRemote } from '../testing/handmadeRemote'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'

const { exports: promised } = JSON.parse(readFileSync(join(hostDist, 'host.json'), 'utf8')) as {
  exports: Record<string, string[]>
}

test(
  'a remote uses parts of MUI, the router and the query library that the console does not, without a copy',
  WITH_ALL,
  async ({ page, ownConsole, signIn }, { parallelIndex }) => {
    test.slow()
    const root = await changedBuild('e2e/fixtures/remote-parts', [])
    const release = readRelease(root)
    expect(release.imports).toMatchObject({
      '@mui/material/Slider': ['default'],
      '@mui/material/Badge': ['badgeClasses', 'default'],
      '@mui/material/styles': ['styled'],
      '@tanstack/react-query': ['useInfiniteQuery'],
      'react-router-dom': ['Route', 'Routes', 'useParams', 'useSearchParams'],
    })
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    )
    const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    // texts that occur only in the code of React, MUI, emotion, the router, the query library or axios
    expect(code).not.toMatch(/react\.dev|mui\.com|data-emotion|reactrouter\.com|No QueryClient set|\[Axios v/)
    const site = await createSite(parallelIndex)
    await site.promote(await site.publish(hostDist), 'first')
    const verified = await site.run('verify', await site.publish(root), '--env', 'staging', '--no-browser')
    expect(verified).toContain('is good for staging')
    site.remove()

    const server = await serveRemote({ root, port: 0 })
    const { url, write } = await ownConsole({})
    write(documentWith({ parts: { baseUrl: `${server.url}/`, release } }))
    await signIn('player1', url, '/parts/left-wing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts of left-wing')
    await page.getByRole('textbox', { name: 'Note' }).fill('b note')
    for (const text of ['Checked', 'First', 'Second', '02-01-2026', 'Routed', 'B NOTE', '/x?a=1'])
      await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByTestId('MuiBadge-badge')).toHaveText('4')
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('30')
    await expect(page.getByRole('navigation', { name: 'Where' })).toContainText('left-wing')

    // the remote uses the console's own router, query client and theme
    await page.getByRole('checkbox', { name: 'Checked' }).click()
    await expect(page).toHaveURL(`${url}/parts/left-wing?checked=yes`)
    await page.getByRole('button', { name: 'More numbers' }).click()
    await expect(page.getByTestId('numbers')).toHaveText('1 2 3 4')
    await page.getByRole('combobox', { name: 'City' }).fill('li')
    await page.getByRole('option', { name: 'Lima' }).click()
    const colours = () =>
      Promise.all(
        ['card', 'framed'].map((id) =>
          page
            .getByTestId(id)
            .evaluate((element) => [
              getComputedStyle(element).backgroundColor,
              getComputedStyle(element).color,
            ]),
        ),
      )
    const light = await colours()
    await page
      .getByRole('button', { name: /theme|mode/i })
      .first()
      .click()
    await expect.poll(colours).not.toEqual(light)
    await server.close()
  },
)

test('a remote can import exactly the names in the record of the host', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const remote = await handmadeRemote({
    name: 'names',
    code: (container) => `
      let names
      window['${container}'] = {
        async init(scope) {
          names = {}
          for (const [share, versions] of Object.entries(scope)) {
            const module = (await Object.values(versions)[0].get())()
            names[share] = Object.keys(module).sort()
          }
        },
        get: async () => () => ({ default: () => JSON.stringify(names) }),
      }`,
  })
  const { url, write } = await ownConsole({})
  write(documentWith({ names: remote.deployed }))
  await signIn('player1', url, '/names')
  await expect(page.getByText('@console/shared-kernel/core')).toBeVisible()
  const text = await page.getByRole('main').textContent()
  const names = JSON.parse(text!.slice(text!.indexOf('{'), text!.lastIndexOf('}') + 1)) as typeof promised
  // the page builds the SDK from three entries, with all their exports; the record has only the promised ones
  const sdk = '@console/shared-kernel/sdk'
  names[sdk] = names[sdk]!.filter((name) => promised[sdk]!.includes(name))
  expect(names).toEqual(promised)
  await remote.close()
})

test(
  'an export that a newer kernel has renamed is rejected by name in verify, promote and the browser',
  WITH_ALL,
  async ({ page, signIn, faults }, { parallelIndex }) => {
    test.slow()
    faults.expect(FAILED_REMOTE)
    const renamed = await changedBuild(
      'host',
      [released('host', 'minor')],
      [
        released('shared-kernel', 'minor'),
        { file: 'src/entries/table.ts', from: 'CellChip', to: 'CellChip as CellPill' },
      ],
    )
    const site = await createSite(parallelIndex)
    for (const dist of [hostDist, remoteDist('users')]) await site.promote(await site.publish(dist), 'first')
    const host = await site.publish(renamed)
    const needs = 'users 1.0.0 needs CellChip of @console/shared-kernel/table, which this host has not'
    await expect(site.run('verify', host, '--env', 'staging', '--no-browser')).rejects.toThrow(needs)
    await expect(site.promote(host, 'newer')).rejects.toThrow(needs)

    const environmentFile = join(runFolder, `environment-renamed-${parallelIndex}.json`)
    writeFileSync(environmentFile, JSON.stringify(environmentDocument()))
    const console = await serveHost({ root: renamed, environmentFile, port: ownConsolePort(parallelIndex) })
    const code: string[] = []
    page.on('request', (request) => code.push(request.url()))
    await signIn('player1', console.url)
    await expect(page.getByRole('alert')).toContainText(
      'necesita CellChip de @console/shared-kernel/table, que esta consola no tiene',
    )
    expect(code.filter((url) => url.startsWith(addresses.remote('users')))).toEqual([])
    await console.close()
    site.remove()
  },
)

test.describe('a release that needs what the console lacks is rejected by name, before its code is loaded', () => {
  for (const [imports, said] of [
    [
      { '@console/shared-kernel/table': ['DataTable', 'CellPill'] },
      'necesita CellPill de @console/shared-kernel/table, que esta consola no tiene',
    ],
    [
      { '@console/shared-kernel/form': ['NoField'] },
      'necesita NoField de @console/shared-kernel/form, que esta consola no tiene',
    ],
    [
      { '@mui/material/Slider': ['default', 'SliderGone'] },
      'necesita SliderGone de @mui/material/Slider, que esta consola no tiene',
    ],
    [{ 'left-pad': ['*'] }, 'necesita left-pad, que esta consola no tiene'],
  ] as [Record<string, string[]>, string][]) {
    test(said, said.includes('CellPill') ? {} : WITH_ALL, async ({ page, ownConsole, signIn, faults }) => {
      faults.expect(FAILED_REMOTE)
      const remote = await handmadeRemote({ name: 'needy', code: () => 'document.title = "it ran"' })
      const { url, write } = await ownConsole({})
      const { deployed } = remote
      write(documentWith({ needy: { ...deployed, release: { ...deployed.release, imports } } }))
      await signIn('player1', url, '/needy')
      await expect(page.getByRole('alert')).toContainText(said)
      expect(remote.requests).toEqual([])
      await remote.close()
    })
  }
})
