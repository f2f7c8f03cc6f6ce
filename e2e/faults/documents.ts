import { heading, link, panel } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { containerOf } from '../testing/handmadeRemote'
import { documentFaults } from '../testing/remoteFaultTable'
import { expect, WITH_ALL } from '../testing/test'
import { countAssertion, expectEvent, expectOthersWork, expectPanel, expectSilentUntilOpened } from './tally'
import { test } from './test'
import { kernelRange } from '@console/remote-preset/host'
import type { Environment, Release } from '@console/shared-kernel/remote'

type Deployment = Environment['remotes'][string]
const withRelease = (change: (release: Deployment['release']) => object) => (deployment: Deployment) => ({
  ...deployment,
  release: { ...deployment.release, ...change(deployment.release) },
})
const withFiles = (file: object) =>
  withRelease(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).map(([path, { bytes }]) => [path, { bytes, ...file }])),
  }))

/**
 * Faults in one remote's record: only that remote is missing. The page at its address names the faulty field;
 * 'Reintentar' reads the record again.
 */
const recordFaults: [what: string, change: (deployment: Deployment) => object, seen: string][] = [
  ['another remote’s name', withRelease(() => ({ name: 'users' })), 'release.name: is "users"'],
  ['no integrity', withFiles({}), 'integrity: is missing'],
  ['invalid integrity', withFiles({ integrity: 'md5-x' }), 'integrity: is not a sha384 hash'],
  ['no release', (deployment) => ({ ...deployment, release: null }), 'release: is not an object'],
  ['an entry outside its files', withRelease(() => ({ entry: 'x.js' })), 'entry: names x.js'],
]

const [major, minor] = kernelRange.slice(1).split('.').map(Number) as [number, number]

/**
 * The release needs what this host lacks: a message names it, and none of the release's files is requested.
 */
const rangeFaults: [what: string, needs: Partial<Pick<Release, 'kernel' | 'react'>>][] = [
  ['a newer minor kernel, as a new remote in an old host', { kernel: `^${major}.${minor + 1}.0` }],
  ['the next major kernel, as after a swap that breaks the contract', { kernel: `^${major + 1}.0.0` }],
  ['the major kernel before, as an old remote in a new host', { kernel: `^${major - 1}.9.0` }],
  ['another React', { react: '^18.0.0' }],
]

/** Faults in the environment, in a remote's record, and in the requirements of a release. */
export function testDocumentFaults(): void {
  for (const [what, fault, seen] of documentFaults) {
    test(`environment: ${what}`, WITH_ALL, async ({ page, ownConsole }) => {
      const { url, host } = await ownConsole({})
      host.fault(/environment\.json/, fault)
      test.setTimeout(60_000)
      await page.goto(url)
      const alert = page.getByRole('alert')
      await countAssertion(expect(alert).toContainText('La consola no puede arrancar', { timeout: 30_000 }))
      await countAssertion(expect(alert).toContainText(seen))
      host.fault(/environment\.json/, null)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await countAssertion(expect(page.getByLabel('Username')).toBeVisible())
    })
  }

  test('environment: slow', WITH_ALL, async ({ page, ownConsole }) => {
    const { url, host } = await ownConsole({})
    host.fault(/environment\.json/, { kind: 'slow', ms: 3_000 })
    await page.goto(url)
    await countAssertion(expect(page.getByRole('progressbar', { name: 'Starting' })).toBeVisible())
    await countAssertion(expect(page.getByLabel('Username')).toBeVisible())
    await countAssertion(expect(page.getByRole('alert')).toHaveCount(0))
  })

  for (const [what, change, seen] of recordFaults) {
    test(`record: ${what}`, WITH_ALL, async ({ page, ownConsole, signIn, telemetry }) => {
      const { url, write } = await ownConsole({})
      const document = environmentDocument()
      const machines = change(document.remotes.machines!)
      write({ ...document, telemetryUrl: telemetry.url, remotes: { ...document.remotes, machines } })
      await signIn('player1', url)
      await expectSilentUntilOpened(page, telemetry.events, 'machines')
      await countAssertion(expect(link(page, 'Machines')).toHaveCount(0))
      await page.goto(`${url}/machines`)
      const alert = page.getByRole('alert').filter({ hasText: 'Remoto "machines" desactivado' })
      await countAssertion(expect(alert).toContainText(seen))
      write(document)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await countAssertion(expect(heading(page, 'Managed Machines')).toBeVisible())
    })
  }

  for (const [what, needs] of rangeFaults) {
    test(`release: needs ${what}`, WITH_ALL, async ({ page, openWithOdd, telemetry }) => {
      const { requests } = await openWithOdd(containerOf('() => "Odd"'), needs)
      await link(page, 'Odd screen').click()
      await expectPanel(page, 'Odd screen')
      const message = `necesita ${Object.entries(needs).flat().join(' ')} y esta consola tiene `
      await countAssertion(expect(panel(page, 'Odd screen')).toContainText(message))
      await expectEvent(telemetry.events, 'odd', 'compatibility')
      await expectOthersWork(page)
      expect(requests).toEqual([])
    })
  }
}
