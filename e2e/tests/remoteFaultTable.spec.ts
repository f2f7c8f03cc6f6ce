import type { Page } from '@playwright/test'
import { REMOTES } from '@console/shared-kernel/build/ports'
import { shortenDeadlines } from '../support/deadlines'
import { environmentDocument } from '../support/environment'
import { handmadeRemote, reactContainerOf } from '../support/handmadeRemote'
import {
  codeFaults,
  documentFaults,
  recordFaults,
  serverFaults,
  survivedFaults,
} from '../support/remoteFaultTable'
import { telemetryServer, type Told } from '../support/telemetry'
import { expect, test } from '../support/test'

/*
 * Every fault, on the remote being opened and on one that is not. One worker goes through the table, so
 * that it can say at the end how much was held against how many faults.
 */
test.describe.configure({ mode: 'default' })
const ALL = { tag: '@all' }
/** One of each kind, for every run; the whole table is for `npm run test:all`. */
const SAMPLE = new Set([
  'the entry is 404',
  'the entry hangs',
  'the chunk is 404',
  'throws in init',
  'throws in render',
])
const runOf = (what: string) => (SAMPLE.has(what) ? {} : ALL)

let faultsSeen = 0
let assertionsHeld = 0
async function held(assertion: Promise<unknown>): Promise<void> {
  await assertion
  assertionsHeld += 1
}
test.afterEach(() => {
  faultsSeen += 1
})
test.afterAll(() => {
  if (faultsSeen > 1)
    console.log(`Faults of remotes: ${faultsSeen} x opened and not opened, ${assertionsHeld} assertions held`)
})
// what a fault makes a page complain of is the fault's own; what is uncaught and nobody told is not
test.beforeEach(({ faults }) =>
  faults.expect(
    /^console: /,
    /^page error: .*(?:later|on click|in cleanup|at the top)/,
    /^policy: (?:connect-src|script-src-elem)/,
  ),
)

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** With the remote dead and not asked for: no alert, no event, and other screens and the menu work. */
async function holdWhileNotOpened(page: Page, told: Told[], remote: string): Promise<void> {
  await held(expect(heading(page, 'Managed Users')).toBeVisible())
  await holdOthers(page)
  await held(expect(page.getByRole('alert')).toHaveCount(0))
  expect(told.filter((event) => event.remote === remote)).toEqual([])
  assertionsHeld += 1
}

async function holdOthers(page: Page): Promise<void> {
  await link(page, 'Settings').click()
  await held(expect(heading(page, 'Settings')).toBeVisible())
  await page.getByRole('button', { name: 'Account menu' }).click()
  await held(expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible())
  await page.keyboard.press('Escape')
}

const panel = (page: Page, title: string) =>
  page.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })

async function holdPanel(page: Page, title: string): Promise<void> {
  await held(expect(panel(page, title)).toBeVisible())
  await held(expect(panel(page, title).getByRole('button', { name: 'Reintentar' })).toBeEnabled())
}

const holdEvent = (told: Told[], remote: string, phase: string) =>
  held(
    expect
      .poll(() =>
        told.some((event) => event.remote === remote && new RegExp(`^(?:${phase})$`).test(event.phase)),
      )
      .toBe(true),
  )

for (const [what, fault, seen] of documentFaults) {
  test(`environment: ${what}`, ALL, async ({ page, ownConsole }) => {
    const { url, host } = await ownConsole({})
    host.fault(/environment\.json/, fault)
    test.setTimeout(60_000)
    await page.goto(url)
    const alert = page.getByRole('alert')
    await held(expect(alert).toContainText('La consola no puede arrancar', { timeout: 30_000 }))
    await held(expect(alert).toContainText(seen))
    host.fault(/environment\.json/, null)
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await held(expect(page.getByLabel('Username')).toBeVisible())
  })
}

for (const [what, change, seen] of recordFaults) {
  test(`record: ${what}`, ALL, async ({ page, ownConsole, signIn }) => {
    const { url, write } = await ownConsole({})
    const document = environmentDocument()
    const telemetry = await telemetryServer()
    const machines = change(document.remotes.machines!)
    write({ ...document, telemetryUrl: telemetry.url, remotes: { ...document.remotes, machines } })
    await signIn('player1', url)
    await holdWhileNotOpened(page, telemetry.told, 'machines')
    await held(expect(link(page, 'Machines')).toHaveCount(0))
    await page.goto(`${url}/machines`)
    const alert = page.getByRole('alert').filter({ hasText: 'Remoto "machines" desactivado' })
    await held(expect(alert).toContainText(seen))
    write(document)
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await held(expect(heading(page, 'Managed Machines')).toBeVisible())
    await telemetry.close()
  })
}

for (const [what, path, fault, phase] of serverFaults) {
  test(`server: ${what}`, runOf(what), async ({ page, ownConsole, signIn }) => {
    await shortenDeadlines(page, { noticeMs: 300, giveUpMs: 1_500 })
    const { url, remote, write } = await ownConsole({ remotes: ['machines'] })
    const telemetry = await telemetryServer()
    const document = environmentDocument({ remotes: { machines: remote('machines').url } })
    write({ ...document, telemetryUrl: telemetry.url })
    remote('machines').fault(path, fault)
    await signIn('player1', url)
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await holdWhileNotOpened(page, telemetry.told, 'machines')

    await link(page, 'Machines').click()
    await holdPanel(page, 'Managed Machines')
    await holdEvent(telemetry.told, 'machines', phase)
    await holdOthers(page)
    await link(page, 'Machines').click()
    await holdPanel(page, 'Managed Machines')
    remote('machines').fault(path, null)
    await panel(page, 'Managed Machines').getByRole('button', { name: 'Reintentar' }).click()
    await held(expect(heading(page, 'Managed Machines')).toBeVisible())
    await held(expect.poll(() => page.evaluate(() => 'stillHere' in window)).toBe(true))
    await telemetry.close()
  })
}

for (const [what, path] of [
  ['entry', /remoteEntry/],
  ['chunk', /async\/managed-machines/],
] as const) {
  test(`server: the ${what} is slow`, ALL, async ({ page, ownConsole, signIn }) => {
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(path, { kind: 'slow', ms: 4_000 })
    await signIn('player1', url, '/machines')
    await held(expect(page.getByRole('status').filter({ hasText: 'tarda más de lo habitual' })).toBeVisible())
    await holdOthers(page)
    await link(page, 'Machines').click()
    await held(expect(heading(page, 'Managed Machines')).toBeVisible())
  })
}

/** A console with one more remote, made of this code. */
async function withOdd(code: (container: string) => string) {
  const odd = await handmadeRemote({ name: 'odd', title: 'Odd screen', code })
  const telemetry = await telemetryServer()
  const document = environmentDocument()
  const close = async () => void (await Promise.all([odd.close(), telemetry.close()]))
  return {
    document: {
      ...document,
      telemetryUrl: telemetry.url,
      remotes: { ...document.remotes, odd: odd.deployed },
    },
    told: telemetry.told,
    close,
  }
}

for (const [what, code, phase] of codeFaults) {
  test(`code: ${what}`, runOf(what), async ({ page, ownConsole, signIn }) => {
    await shortenDeadlines(page, { noticeMs: 300, giveUpMs: 1_500 })
    const { document, told, close } = await withOdd(code)
    const { url, write } = await ownConsole({})
    write(document)
    await signIn('player1', url)
    await holdWhileNotOpened(page, told, 'odd')
    await link(page, 'Odd screen').click()
    await holdPanel(page, 'Odd screen')
    await holdEvent(told, 'odd', phase)
    await panel(page, 'Odd screen').getByRole('button', { name: 'Reintentar' }).click()
    await holdPanel(page, 'Odd screen')
    await holdOthers(page)
    await close()
  })
}

for (const [what, component, phase] of survivedFaults) {
  test(`code: ${what}`, ALL, async ({ page, ownConsole, signIn }) => {
    const { document, told, close } = await withOdd(reactContainerOf(component))
    const { url, write } = await ownConsole({})
    write(document)
    await signIn('player1', url)
    await holdWhileNotOpened(page, told, 'odd')
    await link(page, 'Odd screen').click()
    await held(
      expect(page.getByRole('main').getByText('Odd', { exact: true })).toBeVisible({ timeout: 15_000 }),
    )
    if (phase) await holdEvent(told, 'odd', phase)
    await holdOthers(page)
    await link(page, 'Users').click()
    await held(expect(heading(page, 'Managed Users')).toBeVisible())
    await close()
  })
}

const titles = {
  users: 'Managed Users',
  machines: 'Managed Machines',
  reports: 'External Data',
  settings: 'Settings',
}
const labels = { users: 'Users', machines: 'Machines', reports: 'External', settings: 'Settings' }
for (const dead of REMOTES) {
  test(`the remote ${dead} is dead while every other is used`, ALL, async ({ page, ownConsole, signIn }) => {
    const { url, remote } = await ownConsole({ remotes: [dead] })
    remote(dead).fault(/./, { kind: 'reset' })
    await signIn('player1', url)
    for (const name of [dead, ...REMOTES.filter((other) => other !== dead), dead]) {
      await link(page, labels[name]).click()
      await held(
        expect(name === dead ? panel(page, titles[name]) : heading(page, titles[name])).toBeVisible(),
      )
    }
  })
}
