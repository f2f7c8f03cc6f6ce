import { join } from 'node:path'
import { addresses } from '../testing/addresses'
import { chooseInAccountMenu } from '../testing/consolePage'
import { createSite, serveWithoutNginx, type DeliverySite } from '../testing/deliverySite'
import { hostDist, runFolder } from '../testing/folders'
import { expect, test, WITH_ALL } from '../testing/test'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { rspack } from '@rsbuild/core'
import webpack from 'webpack'
import { root } from '../../scripts/lib/paths'
import { editFile, type Edit } from '../testing/changedBuild'

interface Built {
  hasErrors: () => boolean
  toString: (options: object) => string
}

/** Builds the fixture's remote in its own folder. @returns that folder */
async function webpackBuild(edits: Edit[] = [], bundler: 'webpack' | 'rspack' = 'webpack'): Promise<string> {
  mkdirSync(runFolder, { recursive: true })
  const folder = mkdtempSync(join(runFolder, 'webpack-'))
  cpSync(join(root, 'e2e', 'fixtures', 'remote-webpack'), folder, { recursive: true })
  for (const edit of edits) editFile(folder, edit)
  const file = pathToFileURL(join(folder, `${bundler}.config.mjs`)).href
  const { default: configuration } = (await import(file)) as { default: object }
  const build = bundler === 'webpack' ? webpack : rspack
  const compile = build as (options: object, done: (error: Error | null, stats?: Built) => void) => unknown
  await new Promise<void>((resolve, reject) =>
    compile(configuration, (error, stats) => {
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
      else resolve()
    }),
  )
  return folder
}

const recorderOf =
  (site: DeliverySite) =>
  (folder: string, ...more: string[]) =>
    site.run('record', join(folder, 'dist'), '--remote', join(folder, 'remote.json'), ...more)

test(
  'a remote built with webpack’s own plugin is recorded, verified, promoted, and runs in the console',
  WITH_ALL,
  async ({ page, signIn }, { parallelIndex }) => {
    test.setTimeout(240_000)
    const site = await createSite(parallelIndex, addresses.api)
    const { url, stop } = await serveWithoutNginx(site, parallelIndex)
    const record = recorderOf(site)
    const folder = await webpackBuild()

    await test.step('without its names it is served only after a trial run in the deployed host', async () => {
      expect(await record(folder)).toContain('The names it imports are unknown')
      const release = await site.publish(join(folder, 'dist'))
      await expect(site.promote(release, 'first')).rejects.toThrow(
        `${release} was not verified for staging, and the names it imports are unknown`,
      )
      expect(await site.run('verify', release, '--env', 'staging')).toContain('and its screens mount')
      await site.promote(release, 'tried')
    })

    await test.step('it has the console’s React, router and theme', async () => {
      await signIn('player1', url)
      await page.goto(`${url}/stock/left`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Shelf left')
      await page.getByRole('button', { name: '0 boxes' }).click()
      await expect(page.getByRole('button', { name: '1 boxes' })).toHaveClass(/MuiChip-root/)
      await page.getByRole('link', { name: 'To the right' }).click()
      await expect(heading).toHaveText('Shelf right')
      // a page load would have lost this state
      await expect(page.getByRole('button', { name: '1 boxes' })).toBeVisible()
    })

    await test.step('the about dialog says that its names are unknown', async () => {
      await chooseInAccountMenu(page, 'About this console')
      const about = page.getByRole('dialog', { name: 'About this console' })
      await expect(about.getByRole('row', { name: /^stock/ })).toContainText('^2.0.0, names unknown')
      await expect(about.getByRole('row', { name: /^users/ })).not.toContainText('unknown')
    })

    await stop()
    site.remove()
  },
)

test(
  'a webpack remote is rejected if it has another build’s global name, imports the host lacks, or its own copy of React',
  WITH_ALL,
  async ({}, { parallelIndex }) => {
    test.setTimeout(240_000)
    const site = await createSite(parallelIndex)
    const record = recorderOf(site)
    await site.promote(await site.publish(hostDist), 'first')
    const names = (folder: string) => ['--imports', join(folder, 'imports.json')]

    const first = await webpackBuild()
    await record(first, ...names(first))
    await site.promote(await site.publish(join(first, 'dist')), 'its names are known')
    const other = await webpackBuild([{ file: 'src/Stock.js', from: 'Shelf', to: 'Rack' }])
    await expect(record(other)).rejects.toThrow(
      /stock_1_0_0 is the global name of stock@1\.0\.0-[0-9a-f]{8}: give/,
    )

    const next = { file: 'remote.json', from: '1.0.0', to: '1.1.0' }
    const missing = await webpackBuild([next, { file: 'imports.json', from: 'useParams', to: 'useNothing' }])
    await record(missing, ...names(missing))
    const rejected = await site.publish(join(missing, 'dist'))
    await expect(site.promote(rejected, 'x')).rejects.toThrow('needs useNothing of react-router-dom')

    const own = { file: 'webpack.config.mjs', from: 'react: fromHost', to: 'react: { singleton: true }' }
    const withReact = await webpackBuild([{ ...next, to: '1.2.0' }, own])
    await expect(record(withReact)).rejects.toThrow('holds a copy of React, which the host gives it')
    site.remove()
  },
)

test(
  'a remote built with rspack’s own plugin runs in the console',
  WITH_ALL,
  async ({ page, signIn }, { parallelIndex }) => {
    test.setTimeout(240_000)
    const site = await createSite(parallelIndex, addresses.api)
    const { url, stop } = await serveWithoutNginx(site, parallelIndex)
    const folder = await webpackBuild([], 'rspack')
    const [dist, remote, imports] = ['dist', 'remote.json', 'imports.json'].map((name) => join(folder, name))
    await site.run('record', dist!, '--remote', remote!, '--imports', imports!)
    await site.promote(await site.publish(dist!), 'its names are known')
    await signIn('player1', url)
    await page.goto(`${url}/stock/left`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shelf left')
    await page.getByRole('button', { name: '0 boxes' }).click()
    await expect(page.getByRole('button', { name: '1 boxes' })).toBeVisible()
    await stop()
    site.remove()
  },
)
