import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { goBack, heading, link } from '../testing/consolePage'
import { createMachine, listMachines } from '../testing/machinesScreen'
import { anyCommand, Model, type Command } from '../testing/openedModel'
import { expect, test, WITH_ALL, WITH_MOTION } from '../testing/test'

// wide enough for row buttons even next to a panel
test.use({ ...WITH_MOTION, viewport: { width: 1920, height: 900 } })

const goForward = (page: Page) => page.evaluate(() => history.forward())
const dialogs = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })

/** Closes the dialog and follows a link in one task, so that nothing renders or settles in between. */
const closeAndFollow = (page: Page, screen: string) =>
  page.evaluate((label) => {
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', escape))
    const links = [...document.querySelectorAll<HTMLElement>('nav a')]
    links.find(({ textContent }) => textContent === label)!.click()
  }, screen)

test(
  'if a dialog is not in the address, Back closes it and stays on the screen, and Forward opens nothing',
  WITH_ALL,
  async ({ page, signIn }) => {
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
  },
)

test('a screen that is opened right after a dialog was closed stays', WITH_ALL, async ({ page, signIn }) => {
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
    // a navigation back would take a few tasks
    await page.waitForTimeout(200)
    await expect(heading(page, title)).toBeVisible()
    await expect(dialogs(page)).toBeHidden()
  }
})

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
        // keys go to the rows again
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
    // still true once everything has settled
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
      fc.asyncProperty(
        fc.array(anyCommand, { minLength: length / 2, maxLength: length }),
        async (commands) => {
          await signInAt(machine.manager.userName)
          await follow(page, rows, commands)
        },
      ),
      { numRuns, endOnFailure: true },
    )
  }

test('what is open, and where, matches a simple model', WITH_ALL, async ({ page, signIn }) => {
  test.setTimeout(120_000)
  await property((account) => signIn(account, '', '/machines'), page, 14, 2)()
})

test('the model holds in many long sequences', WITH_ALL, async ({ page, signIn }) => {
  test.setTimeout(900_000)
  await property((account) => signIn(account, '', '/machines'), page, 30, 12)()
})

test('the model holds if responses and code are late', WITH_ALL, async ({ page, ownConsole, signIn }) => {
  test.setTimeout(900_000)
  const { url, api, remote } = await ownConsole({ api: true, remotes: ['machines'] })
  api.fault(/\/api\//, { kind: 'slow', ms: 400 })
  remote('machines').fault(/\.js$/, { kind: 'slow', ms: 400 })
  await property((account) => signIn(account, url, '/machines'), page, 20, 4)()
})
