import { heading, link, panel } from '../support/consolePage'
import { shortenDeadlines } from '../support/deadlines'
import { reactContainerOf } from '../support/handmadeRemote'
import { codeFaults, survivedFaults } from '../support/remoteFaultTable'
import { expect, test, WITH_ALL } from '../support/test'
import { withOdd } from './oddRemote'
import { runOf } from './sample'
import { held, holdEvent, holdOthers, holdPanel, holdWhileNotOpened } from './tally'

/** Faults in a remote's code, before it renders and after. */
export function testCodeFaults(): void {
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
    test(`code: ${what}`, WITH_ALL, async ({ page, ownConsole, signIn }) => {
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

  test('code: redirects the page to another address', WITH_ALL, async ({ page, ownConsole, signIn }) => {
    const leave = '() => { React.useEffect(() => location.assign("/settings"), []); return "Odd" }'
    const { document, told, close } = await withOdd(reactContainerOf(leave))
    const { url, write } = await ownConsole({})
    write(document)
    await signIn('player1', url)
    await holdWhileNotOpened(page, told, 'odd')
    await link(page, 'Users').click()
    await link(page, 'Odd screen').click()
    await held(expect(heading(page, 'Settings')).toBeVisible())
    await holdOthers(page)
    await close()
  })
}
