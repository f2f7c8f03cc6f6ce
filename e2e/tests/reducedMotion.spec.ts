import type { Page } from '@playwright/test'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, createUserButton, rowOf } from '../testing/usersScreen'

/** Records every animation that starts, except those that show progress. */
const watchMotion = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seenMotion: seen })
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[role=progressbar], .skeleton')) return
      for (const animation of target.getAnimations()) {
        const duration = Number(animation.effect?.getComputedTiming().duration)
        if (duration > 1) seen.add(`${target.className}: ${duration} ms`)
      }
    }
    for (const type of ['transitionrun', 'animationstart']) addEventListener(type, note, true)
  })

const seenMotion = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { seenMotion: Set<string> }).seenMotion])

async function walk(page: Page, signIn: (account: string) => Promise<void>) {
  await signIn('admin1')
  await rowOf(page, 'client1')
  await action(page, 'View details', 'client1').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(page.getByRole('complementary', { name: 'Admin Console' })).toBeHidden()
  await page.getByRole('button', { name: 'Switch to dark mode' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Switch to dark mode' })).toBeVisible()
  await createUserButton(page).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  // an emulated window may be wide again for a moment, which closes the menu
  await expect(async () => {
    await page.getByRole('button', { name: 'Open menu' }).click({ timeout: 2_000 })
    await page.getByRole('link', { name: 'Settings' }).click({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Games Management' }).click()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

test.describe('reduced motion', WITH_ALL, () => {
  test.beforeEach(({ page }) => watchMotion(page))

  test('stops all movement on request', async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await walk(page, signIn)
    expect(await seenMotion(page)).toEqual([])
  })

  test('is off by default: things move for at most 180 ms', async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await walk(page, signIn)
    const motion = await seenMotion(page)
    expect(motion.some((line) => line.includes('MuiBackdrop'))).toBe(true)
    const durations = motion.map((line) => [line, Number(/: ([\d.]+) ms$/.exec(line)![1])] as const)
    // an animation that is reversed midway is shorter
    expect(durations.filter(([, ms]) => ms > 180)).toEqual([])
  })

  test('still shows progress', async ({ page, faultyApi: { url, api }, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('client1', url)
    api.fault(/current/, { kind: 'hang' })
    await page.reload()
    const spinner = page.getByRole('progressbar', { name: 'Checking session' })
    await expect(spinner).toBeVisible()
    const states = await spinner.evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ playState }) => playState),
    )
    expect(states).toContain('running')
  })
})
