import type { Page } from '@playwright/test'
import type { Fault } from '../testing/misbehaving'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { CHUNK, ENTRY } from '../testing/remoteFaultTable'
import { expect, test, WITH_ALL } from '../testing/test'

/** Altered code that would run without an error and leave a mark. */
const ALTERED: Fault = { kind: 'append', text: ';window.altered = true' }
const altered = (page: Page) => page.evaluate(() => 'altered' in window)

for (const [what, path] of [
  ['entry', ENTRY],
  ['exposed chunk', CHUNK],
] as const) {
  test(
    `an altered ${what} never runs`,
    what === 'entry' ? {} : WITH_ALL,
    async ({ page, ownConsole, signIn, faults }) => {
      faults.expect(FAILED_REMOTE, FAILED_REQUEST, /integrity/)
      const { url, remote } = await ownConsole({ remotes: ['machines'] })
      remote('machines').fault(path, ALTERED)
      await signIn('admin1', url)
      await page.getByRole('link', { name: 'Machines' }).click()
      await expect(page.getByRole('alert')).toContainText('No se pudo mostrar "Managed Machines"')
      expect(await altered(page)).toBe(false)
    },
  )
}

test(
  'an altered chunk of a dialog never runs, and the dialog opens once the chunk is intact',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST, /integrity/)
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    await signIn('admin1', url)
    await page.getByRole('link', { name: 'Machines' }).click()
    const open = page.getByRole('button', { name: /^Update Credit/ }).first()
    await expect(open).toBeVisible()
    remote('machines').fault(/async\//, ALTERED)
    await open.click()
    // the dialogs of a machine are part of its panel
    const panel = page.getByRole('complementary', { name: 'Side panel' })
    await expect(panel.getByRole('alert')).toContainText('No se pudo mostrar "Machine"')
    expect(await altered(page)).toBe(false)
    remote('machines').fault(/async\//, null)
    await panel.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
)

test(
  'an altered chunk for part of a screen never runs, and that part loads once the chunk is intact',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REQUEST, /integrity/)
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    await signIn('admin1', url, '/machines')
    const select = page.getByRole('button', { name: 'Select', exact: true })
    await expect(select).toBeVisible()
    remote('machines').fault(/async\//, ALTERED)
    await select.click()
    await expect(page.getByRole('alert')).toContainText('No se pudo cargar esta parte de la pantalla.')
    const again = page.getByRole('button', { name: 'Reintentar' })
    await again.click()
    await expect(again).toBeEnabled()
    expect(await altered(page)).toBe(false)
    remote('machines').fault(/async\//, null)
    await again.click()
    await expect(page.getByRole('button', { name: 'Credit...' })).toBeVisible()
  },
)
