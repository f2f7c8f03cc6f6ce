import { documentWith } from '../testing/environment'
import { containerOf, handmadeRemote } from '../testing/handmadeRemote'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'

test(
  'after a remote has frozen the tab, the next start asks before loading it, and the remote can be disabled',
  WITH_ALL,
  async ({ page, context, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE)
    const endless = await handmadeRemote({
      name: 'endless',
      title: 'Endless screen',
      code: containerOf('() => { while (true); }'),
    })
    const { url, write } = await ownConsole({})
    write(documentWith({ endless: endless.deployed }))
    await signIn('player1', url)
    const tab = await context.newCDPSession(page)
    // the click never resolves: the page is frozen
    void page
      .getByRole('link', { name: 'Endless screen' })
      .click({ noWaitAfter: true })
      .catch(() => undefined)
    await expect.poll(() => endless.requests.length).toBeGreaterThan(0)
    await new Promise((passed) => setTimeout(passed, 1_500))

    // like a user: kills the page and loads it again in the same tab
    const crashed = page.waitForEvent('crash')
    void tab.send('Page.crash').catch(() => undefined)
    await crashed
    await tab.send('Page.navigate', { url: `${url}/endless` })
    const ask = async (expression: string): Promise<unknown> =>
      (await tab.send('Runtime.evaluate', { expression })).result.value
    const text = () => ask('document.body.innerText')
    const press = (name: string) =>
      ask(
        `[...document.querySelectorAll('button')].find((button) => button.innerText === ${JSON.stringify(name)}).click()`,
      )

    await expect.poll(text).toContain('"Endless screen" bloqueó esta pestaña la última vez')
    await press('Dejar fuera')
    await expect.poll(text).toContain('bloqueó esta pestaña y se ha dejado fuera')
    expect(await ask(`document.querySelector('nav').innerText`)).not.toContain('Endless screen')
    await endless.close()
  },
)
