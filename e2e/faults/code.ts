import { heading, link, panel } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { reactContainerOf, containerOf } from '../testing/handmadeRemote'
import { expect, WITH_ALL } from '../testing/test'
import { countAssertion, expectEvent, expectOthersWork, expectPanel } from './tally'
import { runOf, test } from './test'

const broken = (members: string) => (name: string) => `window['${name}'] = { ${members} }`

/** The remote's code fails before it renders: a panel names the remote, and a retry fails again. */
const codeFaults: [what: string, code: (container: string) => string, phase: string][] = [
  ['throws at top level', () => 'throw new Error("at the top")', 'load|module'],
  ['sets no global', () => '0', 'load|module'],
  ['throws in init', broken('init() { throw new Error("in init") }, get() {}'), 'module'],
  ['throws in get', broken('init() {}, get() { throw new Error("in get") }'), 'module'],
  ['has a get that never settles', broken('init() {}, get: () => new Promise(() => 0)'), 'timeout'],
  ['exports no component', containerOf('"a text"'), 'module'],
  ['throws in render', containerOf('() => { throw new Error("in render") }'), 'render'],
  [
    'throws in an effect',
    reactContainerOf('() => { React.useEffect(() => { throw new Error("in effect") }); return "Odd" }'),
    'render',
  ],
  [
    'renders without end',
    reactContainerOf('() => { const [n, set] = React.useState(0); set(n + 1); return "Odd" }'),
    'render',
  ],
]

/** Faults in code that still renders: the screen stays, and so does everything around it. */
const survivedFaults: [what: string, component: string, phase: string | null][] = [
  ['throws in a timer', '() => { setTimeout(() => { throw new Error("later") }); return "Odd" }', 'running'],
  ['leaves a promise rejected', '() => { Promise.reject(new Error("later")); return "Odd" }', 'running'],
  [
    'throws in an event handler',
    '() => React.createElement("button", { ref: (b) => b && setTimeout(() => b.click()), onClick: () => { throw new Error("on click") } }, "Odd")',
    'running',
  ],
  [
    'throws in its cleanup',
    '() => { React.useEffect(() => () => { throw new Error("in cleanup") }, []); return "Odd" }',
    null,
  ],
  [
    'holds the tab for 5 s',
    '() => { const end = Date.now() + 5000; while (Date.now() < end); return "Odd" }',
    null,
  ],
  ['replaces fetch', '() => { window.fetch = () => Promise.reject(new Error("mine")); return "Odd" }', null],
  ['writes to Object.prototype', '() => { Object.prototype.odd = () => 1; return "Odd" }', null],
  [
    'writes another address',
    '() => { React.useEffect(() => history.pushState(null, "", "/nowhere"), []); return "Odd" }',
    null,
  ],
  ['leaks style', '() => { document.styleSheets[0].insertRule("h1 { color: red }"); return "Odd" }', null],
]

/** Faults in a remote's code, before and after it renders. */
export function testCodeFaults(): void {
  for (const [what, code, phase] of codeFaults) {
    test(`code: ${what}`, runOf(what), async ({ page, openWithOdd, telemetry }) => {
      await shortenDeadlines(page, { noticeMs: 300, giveUpMs: 1_500 })
      await openWithOdd(code)
      await link(page, 'Odd screen').click()
      await expectPanel(page, 'Odd screen')
      await expectEvent(telemetry.events, 'odd', phase)
      await panel(page, 'Odd screen').getByRole('button', { name: 'Reintentar' }).click()
      await expectPanel(page, 'Odd screen')
      await expectOthersWork(page)
    })
  }

  for (const [what, component, phase] of survivedFaults) {
    test(`code: ${what}`, WITH_ALL, async ({ page, openWithOdd, telemetry }) => {
      await openWithOdd(reactContainerOf(component))
      await link(page, 'Odd screen').click()
      await countAssertion(
        expect(page.getByRole('main').getByText('Odd', { exact: true })).toBeVisible({ timeout: 15_000 }),
      )
      if (phase) await expectEvent(telemetry.events, 'odd', phase)
      await expectOthersWork(page)
      await link(page, 'Users').click()
      await countAssertion(expect(heading(page, 'Managed Users')).toBeVisible())
    })
  }

  test('code: redirects the page to another address', WITH_ALL, async ({ page, openWithOdd }) => {
    const leave = '() => { React.useEffect(() => location.assign("/settings"), []); return "Odd" }'
    await openWithOdd(reactContainerOf(leave))
    await link(page, 'Users').click()
    await link(page, 'Odd screen').click()
    await countAssertion(expect(heading(page, 'Settings')).toBeVisible())
    await expectOthersWork(page)
  })
}
