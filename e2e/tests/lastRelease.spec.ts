import type { Page } from '@playwright/test'
import { unmetNeeds } from '@console/shared-kernel/remote'
import { isHost, readRecord, type ReleaseRecord } from '../../delivery/src/site/releaseRecords'
import { releaseId } from '../../delivery/src/site/files'
import { addresses } from '../testing/addresses'
import { lastReleaseBuilds } from '../testing/changedBuild'
import { chooseInAccountMenu, heading, link, toast } from '../testing/consolePage'
import { BUILDS, createSite, serveWithoutNginx } from '../testing/deliverySite'
import { createMachine, machineRows, openCredit, type OwnMachine } from '../testing/machinesScreen'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { NAVIGATION } from '../testing/remotes'
import { tableRows } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'
import { createUserButton, dialog, fillUser, rowOf } from '../testing/usersScreen'
import { freshName } from '../testing/people'

/**
 * Changes a credit and creates a user.
 *
 * @param rejected remotes that need something this host lacks and that have no earlier release
 * @returns the running builds of the host and of the other remotes
 */
async function workThrough(
  page: Page,
  url: string,
  machine: OwnMachine,
  credit: number,
  rejected: readonly string[] = [],
) {
  await page.goto(url)
  await expect(link(page, 'Users')).toBeVisible()
  const labels = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  // the last release may lack a screen; in reverse, because the first screen is already open
  for (const { remote, label, title } of NAVIGATION.filter((entry) =>
    labels.includes(entry.label),
  ).reverse()) {
    await link(page, label).click()
    await expect(
      heading(page, rejected.includes(remote) ? `No se pudo mostrar "${label}"` : title),
    ).toBeVisible()
    if (label !== 'Machines') continue
    const { field, save, dialog } = await openCredit(page, machine)
    await field.fill(String(credit))
    await save.click()
    await expect(toast(page)).toContainText('Machine credit updated successfully')
    await expect(dialog).toBeHidden()
    await expect(machineRows(page).filter({ hasText: machine.userName })).toContainText(`$${credit}.00`)
  }
  const created = freshName('release')
  await createUserButton(page).click()
  await fillUser(page, created)
  await page.getByRole('dialog').locator('[type=submit]').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(await rowOf(page, created)).toBeVisible()

  await chooseInAccountMenu(page, 'About this console')
  const about = dialog(page, 'About this console')
  const all = await tableRows(about.getByRole('table', { name: 'Remotes' }))
  const remotes = all.filter(({ Remote }) => !rejected.includes(Remote!))
  expect(remotes.map(({ State }) => State)).toEqual(remotes.map(() => 'Ready'))
  const [, host] = /host \S+ \((\w+)/.exec(await about.innerText()) ?? []
  return { host, ...Object.fromEntries(remotes.map(({ Remote, Build }) => [Remote, Build])) }
}

const buildsOf = (records: readonly ReleaseRecord[]) =>
  Object.fromEntries(records.map(({ name, build }) => [name, build]))

test(
  'the last release and the current builds work together, and a rollback across the change works',
  WITH_ALL,
  async ({ page, signIn, faults }, { parallelIndex }) => {
    test.setTimeout(900_000)
    const builds = await lastReleaseBuilds()
    faults.expect(FAILED_REMOTE)
    const [before, now] = await Promise.all([builds!, BUILDS].map((all) => Promise.all(all.map(readRecord))))
    const changed = now!.filter(
      ({ name, build }) => before!.find((each) => each.name === name)?.build !== build,
    )
    if (!changed.some(isHost)) return
    const machine = await createMachine(1)
    const site = await createSite(parallelIndex, addresses.api)
    const { url, stop } = await serveWithoutNginx(site, parallelIndex, builds!)
    await signIn(machine.manager.userName, url)
    expect(await workThrough(page, url, machine, 2)).toEqual(buildsOf(before!))

    for (const dist of BUILDS) await site.publish(dist)
    for (const [at, record] of changed.entries()) {
      await site.promote(`${record.name}@${releaseId(record)}`, 'these builds')
      // the first is the host, now with the remotes of the last release
      if (at === 0) {
        const mixed = { ...buildsOf(before!), [record.name]: record.build }
        expect(await workThrough(page, url, machine, 3)).toEqual(mixed)
      }
    }
    expect(await workThrough(page, url, machine, 4)).toEqual(buildsOf(now!))

    await site.run('rollback', 'host', '--env', 'staging', '--why', 'the other direction')
    const host = before!.find(isHost)!
    const isNew = ({ name }: ReleaseRecord) => before!.every((record) => record.name !== name)
    const isRunning = (record: ReleaseRecord) => unmetNeeds(record, host).length === 0
    const remotes = now!.filter((record) => !isHost(record))
    const rejected = remotes.filter((record) => !isRunning(record) && isNew(record)).map(({ name }) => name)
    expect(await workThrough(page, url, machine, 5, rejected)).toEqual({
      ...buildsOf(before!),
      ...buildsOf(remotes.filter(isRunning)),
    })
    for (const record of changed.filter((each) => !isHost(each))) {
      const { name } = record
      await site.run(isNew(record) ? 'remove' : 'rollback', name, '--env', 'staging', '--why', 'all of it')
    }
    expect(await workThrough(page, url, machine, 6)).toEqual(buildsOf(before!))
    await stop()
    site.remove()
  },
)
