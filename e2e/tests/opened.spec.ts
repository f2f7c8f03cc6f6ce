import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { heading, link } from '../testing/consolePage'
import { createMachine, listMachines } from '../testing/machinesScreen'
import { expect, test, WITH_ALL, WITH_MOTION } from '../testing/test'

// rows have their buttons next to a panel too
test.use({ ...WITH_MOTION, viewport: { width: 1920, height: 900 } })

const goBack = (page: Page) => page.evaluate(() => history.back())
const goForward = (page: Page) => page.evaluate(() => history.forward())
const dialogs = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })

/** In one task, so that nothing is drawn or settled between. */
const closeAndFollow = (page: Page, screen: string) =>
  page.evaluate((label) => {
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', escape))
    const links = [...document.querySelectorAll<HTMLElement>('nav a')]
    links.find(({ textContent }) => textContent === label)!.click()
  }, screen)

test('a dialog that is not in the address: Back closes it and stays, Forward opens nothing', async ({
  page,
  signIn,
}) => {
  await signIn('admin1', '', '/machines')
  await link(page, 'Users').click()
  await expect(heading(page, 'Managed Users')).toBeVisible()
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  for (const way of ['Back', 'Escape', 'Back']) {
    await page.keyboard.press('?')
    await expect(dialogs(page)).toBeVisible()
    if (way === 'Back') await goBack(page)
    else await page.keyboard.press('Escape')
    await expect(dialogs(page)).toBeHidden()
    await expect(page).toHaveURL('/')
  }
  expect(await entries()).toBe(before)
  await goBack(page)
  await expect(heading(page, 'Managed Machines')).toBeVisible()
  await goForward(page)
  await expect(heading(page, 'Managed Users')).toBeVisible()
  await expect(dialogs(page)).toBeHidden()
})

test('a screen that is opened right after a dialog was closed stays', async ({ page, signIn }) => {
  await signIn('admin1')
  for (const [screen, title] of [
    ['Machines', 'Managed Machines'],
    ['Settings', 'Settings'],
    ['Machines', 'Managed Machines'],
  ] as const) {
    await page.keyboard.press('?')
    await expect(dialogs(page)).toBeVisible()
    await closeAndFollow(page, screen)
    await expect(heading(page, title)).toBeVisible()
    // what would lead back takes some tasks
    await page.waitForTimeout(200)
    await expect(heading(page, title)).toBeVisible()
    await expect(dialogs(page)).toBeHidden()
  }
})

type Command =
  | { do: 'row' | 'credit'; at: number }
  | { do: 'credit of panel' | 'j' | 'k' | 'escape' | 'button' | 'back' | 'forward' | 'reload' }
  | { do: 'go' | 'escape and go'; to: 'Machines' | 'Settings' }
  /** Each text is in the name of the owner, and so in all rows. */
  | { do: 'search'; text: '' | 'o' | 'ow' }

interface Address {
  path: string
  search: string
  id: string | null
  action: boolean
}
interface Entry extends Address {
  visit: number
  under: Address | null
}
const same = (one: Address, other: Address): boolean =>
  (['path', 'search', 'id', 'action'] as const).every((key) => one[key] === other[key])

const PATHS = { Machines: '/machines', Settings: '/settings' } as const

/** What a browser and an operator would expect, one command after the other. */
class Model {
  entries: Entry[]
  at = 0
  visits = 1
  /** What was typed last, which other entries of its visit get when they are shown. */
  typed: { visit: number; search: string } | null = null
  /** The last search of each path. */
  private lefts = new Map<string, string>()
  rows: readonly string[]

  constructor(rows: readonly string[]) {
    this.rows = rows
    this.entries = [{ path: '/machines', search: '', id: null, action: false, visit: 1, under: null }]
  }

  get entry(): Entry {
    return this.entries[this.at]!
  }
  get isOnMachines(): boolean {
    return this.entry.path === '/machines'
  }
  get showsPanel(): boolean {
    const { id, action, under } = this.entry
    return id !== null && (!action || under === null || under.id === id)
  }

  allows(command: Command): boolean {
    const { id, action } = this.entry
    switch (command.do) {
      case 'row':
      case 'credit':
      case 'search':
        return this.isOnMachines && !action
      case 'credit of panel':
      case 'j':
      case 'k':
        return this.showsPanel && !action
      case 'escape':
      case 'button':
        return action || id !== null
      case 'back':
        return this.at > 0
      case 'forward':
        return this.at + 1 < this.entries.length
      case 'reload':
        return true
      case 'go':
        return !action && PATHS[command.to] !== this.entry.path
      case 'escape and go':
        return (action || id !== null) && PATHS[command.to] !== this.entry.path
    }
  }

  private replace(over: Partial<Entry>): void {
    this.entries[this.at] = { ...this.entry, ...over }
  }
  private push(entry: Entry): void {
    this.entries.length = this.at + 1
    this.entries.push(entry)
    this.at += 1
  }
  private open(id: string, action: boolean): void {
    const { under, visit, ...current } = this.entry
    const next = { ...current, id, action }
    if (same(next, current)) return
    if (under && same(under, current)) this.replace(next)
    else this.push({ ...next, visit, under: current })
  }
  private close(): void {
    const { action, under, id } = this.entry
    if (action && this.showsPanel) this.replace({ id, action: false })
    else this.replace({ id: action && under && !under.action ? under.id : null, action: false })
  }
  private go(to: keyof typeof PATHS): void {
    this.visits += 1
    // the navigation leads to a screen as it was left, but opens nothing
    const address = { path: PATHS[to], search: this.lefts.get(PATHS[to]) ?? '', id: null, action: false }
    this.push({ ...address, visit: this.visits, under: null })
  }
  private move(by: number): void {
    this.at += by
    if (this.typed?.visit === this.entry.visit) this.replace({ search: this.typed.search })
  }

  run(command: Command): void {
    this.change(command)
    this.lefts.set(this.entry.path, this.entry.search)
  }

  private change(command: Command): void {
    const { id } = this.entry
    switch (command.do) {
      case 'row':
        return this.open(this.rows[command.at]!, false)
      case 'credit':
        return this.open(this.rows[command.at]!, true)
      case 'credit of panel':
        return this.open(id!, true)
      case 'j':
      case 'k': {
        const next = this.rows[this.rows.indexOf(id!) + (command.do === 'j' ? 1 : -1)]
        // a screen without the list has no next row
        if (this.isOnMachines && next !== undefined) this.replace({ id: next })
        return
      }
      case 'escape':
      case 'button':
        return this.close()
      case 'back':
        return this.move(-1)
      case 'forward':
        return this.move(1)
      case 'reload':
        this.typed = null
        this.lefts.clear()
        return
      case 'go':
        return this.go(command.to)
      case 'escape and go':
        this.close()
        return this.go(command.to)
      case 'search':
        this.typed = { visit: this.entry.visit, search: command.text }
        this.replace({ search: command.text })
    }
  }

  get seen() {
    const { path, search, id, action } = this.entry
    const address = new URLSearchParams({
      ...(action && { do: 'credit' }),
      ...(id !== null && { open: `machine:${id}` }),
      ...(search !== '' && { search }),
    })
    return {
      path,
      address: decodeURIComponent(address.toString()),
      panel: this.showsPanel,
      dialogs: action ? 1 : 0,
      marked: this.isOnMachines && id !== null ? [this.rows.indexOf(id)] : [],
    }
  }
}

class Console {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  private row = (at: number) => this.page.locator('main tr.data').nth(at)

  async run(command: Command): Promise<void> {
    const { page } = this
    switch (command.do) {
      case 'row':
        return this.row(command.at).locator('td').nth(1).click()
      case 'credit':
        return this.row(command.at)
          .getByRole('button', { name: /^Update Credit/ })
          .click()
      case 'credit of panel':
        return panel(page).getByRole('button', { name: 'Update Credit' }).click()
      case 'j':
      case 'k':
        return page.keyboard.press(command.do)
      case 'escape':
        return page.keyboard.press('Escape')
      case 'button':
        if ((await dialogs(page).count()) > 0)
          return dialogs(page).getByRole('button', { name: 'Cancel' }).click()
        return panel(page).getByRole('button', { name: 'Close panel' }).click()
      case 'back':
        return goBack(page)
      case 'forward':
        return goForward(page)
      case 'reload':
        await page.reload()
        return
      case 'go':
        return link(page, command.to).click()
      case 'escape and go':
        return closeAndFollow(page, command.to)
      case 'search': {
        const box = page.getByLabel('Search Machines')
        await box.fill(command.text)
        // keys are for the rows again
        return box.blur()
      }
    }
  }

  seen = () =>
    this.page.evaluate(() => {
      const { pathname, search } = location
      const side = document.querySelector<HTMLElement>('aside[aria-label="Side panel"]')
      const rows = [...document.querySelectorAll('main tr.data')]
      return {
        path: pathname,
        address: decodeURIComponent(search.slice(1)),
        panel: side !== null && !side.hidden && side.querySelector('h2') !== null,
        dialogs: document.querySelectorAll('[role=dialog]').length,
        marked: rows.flatMap((row, at) => (row.classList.contains('open') ? [at] : [])),
      }
    })
}

const target = fc.constantFrom('Machines' as const, 'Settings' as const)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constantFrom('row' as const, 'row' as const, 'credit' as const), at: fc.nat(2) }),
  fc.record({
    do: fc.constantFrom(
      ...(['credit of panel', 'j', 'k', 'escape', 'button', 'back', 'back', 'forward', 'reload'] as const),
    ),
  }),
  fc.record({ do: fc.constantFrom('go' as const, 'escape and go' as const), to: target }),
  fc.record({
    do: fc.constant('search' as const),
    text: fc.constantFrom('' as const, 'o' as const, 'ow' as const),
  }),
)

async function follow(page: Page, rows: readonly string[], commands: readonly Command[]) {
  const model = new Model(rows)
  const shown = new Console(page)
  await expect(page.locator('main tr.data')).toHaveCount(rows.length)
  const done: Command[] = []
  for (const next of commands) {
    if (!model.allows(next)) continue
    done.push(next)
    await shown.run(next)
    model.run(next)
    await expect.poll(shown.seen, { message: JSON.stringify(done), timeout: 20_000 }).toEqual(model.seen)
    // and still so when all has settled
    await page.waitForTimeout(200)
    await expect.poll(shown.seen, { message: JSON.stringify(done), timeout: 20_000 }).toEqual(model.seen)
  }
}

/** Four machines of one owner, in the order of the rows. */
async function fourMachines() {
  const machine = await createMachine(0, 3)
  const all = await listMachines()
  const own = all.filter(({ userName }) => userName === machine.owner.userName)
  return { machine, ids: own.map(({ idMachine }) => idMachine) }
}

async function idsOfRows(page: Page, ids: readonly string[]): Promise<string[]> {
  await expect(page.locator('main tr.data')).toHaveCount(ids.length)
  const texts = await page.locator('main tr.data').allTextContents()
  return texts.map((text) => ids.find((id) => text.includes(id.slice(0, 8)))!)
}

const property =
  (signInAt: (account: string) => Promise<void>, page: Page, length: number, numRuns: number) => async () => {
    const { machine, ids } = await fourMachines()
    await signInAt(machine.manager.userName)
    const rows = await idsOfRows(page, ids)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: length / 2, maxLength: length }), async (commands) => {
        await signInAt(machine.manager.userName)
        await follow(page, rows, commands)
      }),
      { numRuns, endOnFailure: true },
    )
  }

test('what is open, and where, is as in a simple model', async ({ page, signIn }) => {
  test.setTimeout(120_000)
  await property((account) => signIn(account, '', '/machines'), page, 14, 2)()
})

test('what is open, in many long sequences', WITH_ALL, async ({ page, signIn }) => {
  test.setTimeout(900_000)
  await property((account) => signIn(account, '', '/machines'), page, 30, 12)()
})

test('what is open, where answers and code come late', WITH_ALL, async ({ page, ownConsole, signIn }) => {
  test.setTimeout(900_000)
  const { url, api, remote } = await ownConsole({ api: true, remotes: ['machines'] })
  api.fault(/\/api\//, { kind: 'slow', ms: 400 })
  remote('machines').fault(/\.js$/, { kind: 'slow', ms: 400 })
  await property((account) => signIn(account, url, '/machines'), page, 20, 4)()
})
