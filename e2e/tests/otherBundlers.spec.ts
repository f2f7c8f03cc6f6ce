import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addresses } from '../support/addresses'
import { createSite, servePlainly } from '../support/deliverySite'
import { expect, test } from '../support/test'
import { webpackBuild } from '../support/webpackBuild'

test('a remote that webpack’s own plugin has built is recorded, tried, promoted, and runs in the console', async ({
  page,
  signIn,
}, { parallelIndex }) => {
  test.slow()
  const site = await createSite(parallelIndex, addresses.api)
  const { url, stop } = await servePlainly(site, parallelIndex)
  const record = (folder: string, ...more: string[]) =>
    site.run('record', join(folder, 'dist'), '--remote', join(folder, 'remote.json'), ...more)
  const folder = await webpackBuild()

  await test.step('without its names it is served only after a trial in the host that is served', async () => {
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
    // what a page load would have lost
    await expect(page.getByRole('button', { name: '1 boxes' })).toBeVisible()
  })

  await test.step('the inspector says that its names are unknown', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'About this console' }).click()
    const about = page.getByRole('dialog', { name: 'About this console' })
    await expect(about.getByRole('row', { name: /^stock/ })).toContainText('^2.0.0, names unknown')
    await expect(about.getByRole('row', { name: /^users/ })).not.toContainText('unknown')
  })

  await test.step('another build under the same global name is refused', async () => {
    const other = await webpackBuild([{ file: 'src/Stock.js', from: 'Shelf', to: 'Rack' }])
    await expect(record(other)).rejects.toThrow(
      /stock_1_0_0 is the global name of stock@1\.0\.0-[0-9a-f]{8}: give/,
    )
  })

  const next = { file: 'remote.json', from: '1.0.0', to: '1.1.0' }
  await test.step('with its names it is held against the host’s, and promoted like any other', async () => {
    const missing = await webpackBuild([next, { file: 'imports.json', from: 'useParams', to: 'useNothing' }])
    await record(missing, '--imports', join(missing, 'imports.json'))
    const refused = await site.publish(join(missing, 'dist'))
    await expect(site.promote(refused, 'x')).rejects.toThrow('needs useNothing of react-router-dom')
    rmSync(join(site.root, 'stock', refused.replace('stock@', '')), { recursive: true })

    const known = await webpackBuild([next])
    await record(known, '--imports', join(known, 'imports.json'))
    await site.promote(await site.publish(join(known, 'dist')), 'its names are known')
    await page.goto(`${url}/stock/left`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shelf left')
  })

  await test.step('a build that brings React is refused', async () => {
    const own = await webpackBuild([
      { file: 'remote.json', from: '1.0.0', to: '1.2.0' },
      { file: 'webpack.config.mjs', from: 'react: fromHost', to: 'react: { singleton: true }' },
    ])
    await expect(record(own)).rejects.toThrow('holds a copy of React, which the host gives it')
  })

  await stop()
  site.remove()
})

test('a remote that rspack’s own plugin has built runs in the console', async ({ page, signIn }, {
  parallelIndex,
}) => {
  test.slow()
  const site = await createSite(parallelIndex, addresses.api)
  const { url, stop } = await servePlainly(site, parallelIndex)
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
})
