import type { Page } from '@playwright/test'
import { unmetNeeds } from '@console/shared-kernel/remote'
import { isHost, readRecord, type ReleaseRecord } from '../../delivery/src/site/releaseRecords'
import { releaseId } from '../../delivery/src/site/files'
import { addresses } from '../testing/addresses'
import { lastReleaseBuilds } from '../testing/changedBuild'
import { chooseInAccountMenu, heading, link, toast } from '../testing/consolePage'
import { BUILT, createSite, servePlainly } from '../testing/deliverySite'
import { createMachine, machineRows, openCredit, type OwnMachine } from '../testing/machinesScreen'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { tableRows } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'
import { createUserButton, dialog, fillUser, rowOf } from '../testing/usersScreen'
import { freshName } from '../testing/people'

const SCREENS = [
  ['External', 'External Data'],
  ['Internal', 'Internal Data'],
  ['Settings', 'Settings'],
  ['Activity', 'Activity'],
  ['Machines', 'Managed Machines'],
  ['Users', 'Managed Users'],
] as const

/** Changes a credit and creates a user. @returns the build that runs of the host and of each remote */
async function workThrough(page: Page, url: string, machine: OwnMachine, credit: number) {
  await page.goto(url)
  for (const [label, title] of SCREENS) {
    await link(page, label).click()
    await expect(heading(page, title)).toBeVisible()
    if (label !== 'Machines') continue
    const { field, save, dialog } = await openCredit(page, machine)
    await field.fill(String(credit))
    await save.click()
    await expect(toast(page)).toHaveText('Machine credit updated successfully')
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
  const remotes = await tableRows(about.getByRole('table', { name: 'Remotes' }))
  expect(remotes.map(({ State }) => State)).toEqual(remotes.map(() => 'Ready'))
  const [, host] = /host \S+ \((\w+)/.exec(await about.innerText()) ?? []
  return { host, ...Object.fromEntries(remotes.map(({ Remote, Build }) => [Remote, Build])) }
}

const buildsOf = (records: readonly ReleaseRecord[]) =>
  Object.fromEntries(records.map(({ name, build }) => [name, build]))

test(
  'the last release and these builds run with each other, and a rollback across the change works',
  WITH_ALL,
  async ({ page, signIn, faults }, { parallelIndex }) => {
    test.setTimeout(900_000)
    const builds = await lastReleaseBuilds()
    faults.expect(FAILED_REMOTE)
    const [before, now] = await Promise.all([builds!, BUILT].map((all) => Promise.all(all.map(readRecord))))
    const changed = now!.filter(
      ({ name, build }) => before!.find((each) => each.name === name)?.build !== build,
    )
    if (!changed.some(isHost)) return
    const machine = await createMachine(1)
    const site = await createSite(parallelIndex, addresses.api)
    const { url, stop } = await servePlainly(site, parallelIndex, builds!)
    await signIn(machine.manager.userName, url)
    expect(await workThrough(page, url, machine, 2)).toEqual(buildsOf(before!))

    for (const dist of BUILT) await site.publish(dist)
    for (const [at, record] of changed.entries()) {
      await site.promote(`${record.name}@${releaseId(record)}`, 'these builds')
      // the first is the host, under the remotes of the last release
      if (at === 0) {
        const mixed = { ...buildsOf(before!), [record.name]: record.build }
        expect(await workThrough(page, url, machine, 3)).toEqual(mixed)
      }
    }
    expect(await workThrough(page, url, machine, 4)).toEqual(buildsOf(now!))

    await site.run('rollback', 'host', '--env', 'staging', '--why', 'the other direction')
    const host = before!.find(isHost)!
    const running = now!.filter((record) => !isHost(record) && unmetNeeds(record, host).length === 0)
    expect(await workThrough(page, url, machine, 5)).toEqual({ ...buildsOf(before!), ...buildsOf(running) })
    for (const { name } of changed.filter((record) => !isHost(record)))
      await site.run('rollback', name, '--env', 'staging', '--why', 'all of it')
    expect(await workThrough(page, url, machine, 6)).toEqual(buildsOf(before!))
    await stop()
    site.remove()
  },
)
