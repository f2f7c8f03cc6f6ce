import type { Locator, Page } from '@playwright/test'
import { createMachine, machineAction, machineRows, openMachines } from '../testing/machinesScreen'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, dialog } from '../testing/usersScreen'

const REJECTED = { kind: 'answer', status: 403, body: '{"message":"No es tuyo"}' } as const
const HELD = { kind: 'slow', ms: 2_000 } as const

/** Position and size of a dialog at rest, in whole pixels. */
async function boxOf(frame: Locator): Promise<string> {
  let last = ''
  const hasStopped = async () => {
    const before = last
    const box = await frame.boundingBox()
    last = JSON.stringify(box && Object.values(box).map(Math.round))
    return last === before
  }
  await expect.poll(hasStopped).toBe(true)
  return last
}

/** A dialog that loads data, and the row that opens it. */
interface Subject {
  at: string
  button: (page: Page) => Locator
  frame: (page: Page) => Locator
  /** The text that identifies whose data the dialog shows. */
  of: string
  path: RegExp
}

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  'game settings': async () => {
    const { userName } = await createPerson('size')
    return {
      at: `/?search=${encodeURIComponent(userName)}`,
      button: (page) => action(page, 'Game Configuration', userName),
      frame: (page) => dialog(page, `Game Configuration: ${userName}`),
      of: userName,
      path: /user-settings/,
    }
  },
  'a machine’s configuration': async () => {
    const { row, userName, machineName, idMachine } = await createMachine()
    return {
      at: `/machines?search=${encodeURIComponent(userName)}`,
      button: (page) => action(page, 'Configure', row),
      frame: (page) => dialog(page, `${machineName} ${idMachine.slice(0, 8)}`),
      of: `Machine configuration of ${userName}`,
      path: /\/config$/,
    }
  },
}

for (const [what, make] of Object.entries(SUBJECTS))
  test(
    `the dialog for ${what} keeps its size once loaded, and shows a load error only once`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      const { at, button, frame, of, path } = await make()
      await signIn('master', url, at)
      api.fault(path, HELD)
      await button(page).click()
      const loading = frame(page).getByText('Loading configuration...', { exact: true })
      await expect(loading).toBeVisible()
      await expect(frame(page)).toContainText(of)
      const size = await boxOf(frame(page))
      await expect(loading).toBeHidden()
      expect(await boxOf(frame(page))).toEqual(size)
      await frame(page).getByRole('button', { name: 'Cancel' }).click()

      api.fault(path, REJECTED)
      await button(page).click()
      await expect(frame(page).getByRole('alert')).toContainText('No es tuyo')
      await expect(page.getByText(/No es tuyo/)).toHaveCount(1)
      await expect(frame(page)).toContainText(of)
    },
  )

test(
  'the new-user form keeps its size if the countries fail to load',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const admin = await createPerson('size')
    await signIn(admin.userName, url)
    const form = dialog(page, 'Create New Sub-Administrator')
    const open = () => page.getByRole('button', { name: 'Create Your First User' }).click()
    await open()
    await expect(form.getByText('Country is inherited from parent user and cannot be changed')).toBeVisible()
    const before = await boxOf(form)
    await form.getByRole('button', { name: 'Cancel' }).click()
    api.fault(/countries/, REJECTED)
    await page.reload()
    await open()
    await expect(form.getByRole('alert')).toContainText('No es tuyo')
    expect(await boxOf(form)).toEqual(before)
  },
)

test('a long name without spaces stays inside every dialog', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const branch = await createBranch(5)
  const { userName } = await createPerson('W'.repeat(30), branch.at(-1))
  await signIn(branch[0]!.userName)
  const frame = page.getByRole('dialog')
  for (const [path, rows, labels] of [
    [
      '/',
      page.getByRole('main').locator('tr.data'),
      ['View details', 'Delete', 'Game Configuration', 'Block', 'Create machine'],
    ],
    ['/machines', machineRows(page), ['Update Credit', 'Configure', 'Details']],
  ] as const) {
    await page.goto(`${path}?search=${encodeURIComponent(userName)}`)
    await expect(rows).toHaveCount(1)
    for (const label of labels) {
      await rows.getByRole('button', { name: /^Actions/ }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^${label} `) }).click()
      await expect(frame.getByText(userName).first()).toBeVisible()
      const beyond = await frame.getByText(userName).evaluateAll((parts) =>
        parts.flatMap((part) => {
          const edge = part.closest('[role=dialog]')!.getBoundingClientRect().right
          const isCut = part.clientWidth > 0 && part.scrollWidth > part.clientWidth
          return isCut || part.getBoundingClientRect().right > edge ? [part.textContent] : []
        }),
      )
      expect([label, beyond]).toEqual([label, []])
      await page.keyboard.press('Escape')
      await expect(frame).toBeHidden()
    }
  }
})

test(
  'a dialog has 24 px around its content, and no empty space below it',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const machine = await createMachine()
    await openMachines(signIn, machine)
    await machineAction(page, 'Configure', machine).click()
    const frame = page.getByRole('dialog')
    await expect(frame.getByLabel('Ping Browser Interval')).toBeVisible()
    const edges = (place: Locator) =>
      place.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
    const save = frame.getByRole('button', { name: 'Save' })
    for (const section of ['General', 'Payment', 'Security', 'Technical']) {
      await frame.getByRole('tab', { name: section }).click()
      const panel = await edges(frame.getByRole('tabpanel'))
      const tabs = await edges(frame.getByRole('tablist'))
      const reason = await edges(frame.locator('.MuiFormControl-root', { hasText: 'Optional' }))
      const button = await edges(save)
      const dialogBox = await edges(frame)
      expect([section, reason.top - Math.max(panel.bottom, tabs.bottom)]).toEqual([section, 16])
      expect(button.top - reason.bottom).toBe(16)
      expect(dialogBox.bottom - button.bottom).toBe(24)
      expect(dialogBox.right - button.right).toBe(24)
      // the menu is as tall as the section with the most fields
      expect(panel.height).toBeLessThanOrEqual(352)
    }
  },
)

test('the label of the first field of a form is not cut off', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master', undefined, '/settings')
  await page.getByRole('button', { name: 'Add Game', exact: true }).click()
  const frame = page.getByRole('dialog', { name: 'Add New Game' })
  const cut = () =>
    frame.evaluate((form) => {
      const label = form.querySelector('label')!.getBoundingClientRect()
      return form.querySelector('.MuiDialogContent-root')!.getBoundingClientRect().top - label.top
    })
  await expect.poll(cut).toBeLessThanOrEqual(0)
})
