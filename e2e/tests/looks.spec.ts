import type { Locator, Page } from '@playwright/test'
import { createMachine, machineAction, machineRows, openMachines } from '../testing/machinesScreen'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { createUserButton, rowOf } from '../testing/usersScreen'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

const SCALE = [12, 13, 14, 16, 20, 28]
const WEIGHTS = [400, 500, 600]

/** Visible texts whose size or weight is not in the type scale. */
const textsOutsideTheScale = (page: Page) =>
  page.evaluate(
    ({ sizes, weights }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = new Set<string>()
      while (texts.nextNode()) {
        const { parentElement: parent, textContent } = texts.currentNode
        if (!textContent?.trim() || !parent?.checkVisibility({ checkVisibilityCSS: true })) continue
        if (parent.closest('legend, style, script, noscript')) continue
        const { fontSize, fontWeight } = getComputedStyle(parent)
        if (sizes.includes(parseFloat(fontSize)) && weights.includes(Number(fontWeight))) continue
        found.add(`${fontSize} ${fontWeight} ${textContent.trim().slice(0, 40)}`)
      }
      return [...found]
    },
    { sizes: SCALE, weights: WEIGHTS },
  )

const fieldHeights = (frame: Locator | Page) =>
  frame
    .locator('.MuiOutlinedInput-root:visible:not(.MuiInputBase-multiline)')
    .evaluateAll((fields) => [
      ...new Set(fields.map((field) => Math.round(field.getBoundingClientRect().height))),
    ])

test('all text is in the type scale, and all fields are 40 px high', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(10)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await textsOutsideTheScale(page)).toEqual([])
  expect(await fieldHeights(page)).toEqual([40])

  await signIn('master')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await textsOutsideTheScale(page)).toEqual([])

  for (const path of ['/', '/?view=tree', '/machines', '/activity', '/external', '/internal', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expect.poll(() => textsOutsideTheScale(page), path).toEqual([])
    for (const height of await fieldHeights(page)) expect([path, height]).toEqual([path, 40])
  }
  await page.goto(`/machines?search=${machine.userName}`)
  await machineAction(page, 'Configure', machine).click()
  const configuration = page.getByRole('dialog')
  for (const tab of ['General', 'Games', 'Payment', 'Security', 'Technical']) {
    await configuration.getByRole('tab', { name: tab }).click()
    for (const height of await fieldHeights(configuration)) expect([tab, height]).toEqual([tab, 40])
    expect(await textsOutsideTheScale(page)).toEqual([])
  }
  await page.goto('/')
  await createUserButton(page).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(await fieldHeights(page.getByRole('dialog'))).toEqual([40])
  expect(await textsOutsideTheScale(page)).toEqual([])
})

test('tooltips use 12 px text', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master')
  await page.getByRole('button', { name: 'Switch to dark mode' }).hover()
  await expect(page.getByRole('tooltip').locator('div').first()).toHaveCSS('font-size', '12px')
})

test(
  'rows are quiet: an active state has no background, and actions are dimmed until hover or focus',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(10)
    await openMachines(signIn, machine)
    const row = machineRows(page).first()
    const buttons = row.locator('.action')
    await page.mouse.move(0, 0)
    await expect(buttons.first()).toHaveCSS('opacity', '0.7')
    await row.focus()
    await expect(buttons.first()).toHaveCSS('opacity', '1')

    // a gap before Block, which stops a machine
    const places = await buttons.evaluateAll((all) =>
      all.map((button) => {
        const { left, right } = button.getBoundingClientRect()
        return { name: button.getAttribute('aria-label')!, left, right }
      }),
    )
    const at = places.findIndex(({ name }) => name.startsWith('Block'))
    const gaps = places.slice(1).map(({ left }, index) => Math.round(left - places[index]!.right))
    expect(gaps[at - 1]! - gaps[0]!).toBe(8)

    const texts = await page
      .getByRole('main')
      .locator('thead th')
      .evaluateAll((heads) =>
        heads.flatMap((head) => {
          const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode()
          if (!text?.textContent?.trim()) return []
          const range = document.createRange()
          range.selectNodeContents(text)
          return [Math.round(range.getBoundingClientRect().bottom)]
        }),
      )
    expect(texts.length).toBeGreaterThan(3)
    expect(new Set(texts).size, 'the baselines of sortable and other heads').toBe(1)
  },
)

test('Activo is a dot with text, Bloqueado is filled', WITH_ALL, async ({ page, signIn }) => {
  const { userName } = await createPerson('chip')
  await signIn('master')
  await page.goto(`/?search=${encodeURIComponent(userName)}`)
  const row = await rowOf(page, userName)
  const chip = row.locator('.chip', { hasText: 'Activo' })
  await expect(chip).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await row.getByRole('button', { name: /^Block/ }).click()
  const blocked = row.locator('.chip', { hasText: 'Bloqueado' })
  await expect(blocked).toHaveClass(/filled/)
  await expect(blocked).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test(
  'the cards of a report have a soft shadow, stronger in dark mode',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master', '', '/external')
    const card = page.locator('.MuiPaper-elevation1').first()
    await expect(card).toHaveCSS('box-shadow', /rgba\(16, 24, 40, 0\.06\)/)
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect(card).toHaveCSS('box-shadow', /rgba\(0, 0, 0, 0\.5\)/)
  },
)
