import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { createMachine } from '../testing/machinesScreen'
import { FAILED_CALL, FAILED_REMOTE, type PageFaults } from '../testing/pageFaults'
import { expect, test, WITH_ALL, WITH_MOTION } from '../testing/test'

test.use({ ...WITH_MOTION, viewport: { width: 1920, height: 900 } })

const KEYS = { escape: 'Escape', j: 'j', k: 'k' } as const

type Act =
  | { do: 'row' | 'credit'; at: number }
  | { do: keyof typeof KEYS | 'back' | 'forward' }
  | { do: 'go'; to: 'Machines' | 'Settings' }
/** @property wait ms until the next step */
type Step = Act & { wait: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('row', 'credit'), at: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('escape', 'escape', 'j', 'k', 'back', 'forward') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go'), to: fc.constantFrom('Machines', 'Settings') }) },
)
const steps = fc.array(
  fc.tuple(act, fc.constantFrom(0, 0, 0, 5, 30, 120)).map(([one, wait]): Step => ({ ...one, wait })),
  { minLength: 12, maxLength: 40 },
)

/**
 * A step whose element is missing at that moment does nothing, like a click next to it.
 *
 * @returns the target of the last step if it was a link; null otherwise, and if Back or Forward came just
 *   before it, because a link overtakes them
 */
const runAtFullSpeed = (page: Page, all: readonly Step[]): Promise<string | null> =>
  page.evaluate(
    async ([queue, keys]) => {
      const index = () => (history.state as { idx: number }).idx
      const [first, button] = [index(), /^Update Credit/]
      let moves = 0
      let isMoving = false
      let followed: string | null = null
      const moved = () => (moves = 0)
      addEventListener('popstate', moved)
      const row = (at: number) => document.querySelectorAll<HTMLElement>('main tr.data')[at]
      const press = (key: string) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
      const buttonOf = (element: HTMLElement | undefined) =>
        [...(element?.querySelectorAll('button') ?? [])].find((each) => button.test(each.ariaLabel ?? ''))
      for (const next of queue) {
        if (next.do !== 'go') followed = null
        if (next.do === 'back' || next.do === 'forward') isMoving = true
        const isModal = document.querySelector('[role=dialog]') !== null
        switch (next.do) {
          case 'row':
            if (!isModal) row(next.at)?.querySelectorAll('td')[1]?.click()
            break
          case 'credit':
            if (!isModal) buttonOf(row(next.at))?.click()
            break
          case 'back':
            // never leaves the console
            if (index() - first - moves > 0) {
              moves += 1
              history.back()
            }
            break
          case 'forward':
            history.forward()
            break
          case 'go':
            if (!isModal) {
              const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
              const link = links.find(({ textContent }) => textContent === next.to)!
              link.click()
              followed = isMoving ? null : link.pathname
            }
            break
          default:
            press(keys[next.do])
        }
        if (next.wait > 0) await new Promise((resolve) => setTimeout(resolve, next.wait))
        if (next.wait >= 30) isMoving = false
      }
      removeEventListener('popstate', moved)
      return followed
    },
    [all, KEYS] as const,
  )

/** What is on screen, and what should be according to the address. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const address = new URLSearchParams(location.search)
    const [opened, action] = [address.get('open'), address.get('do')]
    const side = document.querySelector<HTMLElement>('aside[aria-label="Side panel"]')
    const panels = side !== null && !side.hidden && side.querySelector('h2') !== null ? 1 : 0
    const isOnMachines = location.pathname === '/machines'
    return {
      path: location.pathname,
      shown: {
        // a dialog has a panel below it only if it was opened there
        panels: action === null ? panels : 0,
        dialogs: document.querySelectorAll('[role=dialog]').length,
        marked: document.querySelectorAll('main tr.data.open').length,
        title: document.querySelector('main h1')?.textContent,
      },
      expected: {
        panels: opened !== null && action === null ? 1 : 0,
        dialogs: action === null ? 0 : 1,
        marked: opened !== null && isOnMachines ? 1 : 0,
        title: isOnMachines ? 'Managed Machines' : 'Settings',
      },
    }
  })

/** Changes that wait for the console's own history step, or for code, appear up to a second later. */
async function expectSettled(page: Page, done: string): Promise<void> {
  const expectedPath = async () => {
    const { path, shown, expected } = await seen(page)
    expect(shown, done).toEqual(expected)
    return path
  }
  await expect(async () => {
    const path = await expectedPath()
    await page.waitForTimeout(250)
    expect(await expectedPath(), done).toBe(path)
  }).toPass({ timeout: 20_000 })
}

const property = async (page: Page, faults: PageFaults, open: () => Promise<void>, numRuns: number) => {
  // the next sequence leaves the page while responses and code are still arriving
  faults.expect(FAILED_CALL, FAILED_REMOTE)
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await open()
      // adds entries, so that a step back by the console and one by the test at once stay in the console
      for (const screen of ['Settings', 'Machines'])
        await page.getByRole('navigation').getByRole('link', { name: screen }).click()
      await expect(page.locator('main tr.data')).toHaveCount(4)
      const followed = await runAtFullSpeed(page, all)
      const done = JSON.stringify(all)
      await expectSettled(page, done)
      if (followed !== null) expect((await seen(page)).path, done).toBe(followed)
      // each Escape closes one thing, and none of them leads elsewhere
      const { path } = await seen(page)
      for (let times = 0; times < 2; times += 1) {
        // a closing dialog may have moved the focus to the search, where Escape closes nothing
        await page.evaluate(() => document.querySelector<HTMLInputElement>('main input:focus')?.blur())
        await page.keyboard.press('Escape')
        await expectSettled(page, done)
      }
      expect(new URL(page.url()).searchParams.has('open'), done).toBe(false)
      expect((await seen(page)).path, done).toBe(path)
    }),
    { numRuns, endOnFailure: true },
  )
}

test(
  'what is open after a burst of keys, clicks, Back and Forward matches the address',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    test.setTimeout(120_000)
    const { manager } = await createMachine(0, 3)
    await property(page, faults, () => signIn(manager.userName, '', '/machines'), 4)
  },
)

test('what is open after many bursts matches the address', WITH_ALL, async ({ page, signIn, faults }) => {
  test.setTimeout(900_000)
  const { manager } = await createMachine(0, 3)
  await property(page, faults, () => signIn(manager.userName, '', '/machines'), 40)
})

test(
  'what is open after bursts with late responses and code matches the address',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    test.setTimeout(900_000)
    const { manager } = await createMachine(0, 3)
    const { url, api, remote } = await ownConsole({ api: true, remotes: ['machines'] })
    api.fault(/\/api\//, { kind: 'slow', ms: 400 })
    remote('machines').fault(/\.js$/, { kind: 'slow', ms: 400 })
    await property(page, faults, () => signIn(manager.userName, url, '/machines'), 6)
  },
)
