import { describe, expect, jest, test } from '@jest/globals'
import { builtRemote, run, served, sitePath } from '../../testing/staging'
import { problemsWith, trialSite } from '../../testing/trial'
import { deadlineMs } from './checks'

jest.mock('./checks', () => ({
  ...jest.requireActual<object>('./checks'),
  deadlineMs: () => 60_000,
}))

trialSite()

test('a panel is opened with a machine or user of the stub API, and must show something next to the screen', async () => {
  const panels = (['machine', 'user'] as const).map((kind) => ({
    kind,
    module: './P',
    title: kind,
    preload: [],
  }))
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333', panels }))
  const aside = (text: string) => `
    const open = new URLSearchParams(location.search).get('open')
    if (open) show(document.body, 'aside', { ariaLabel: 'Side panel' }, ${text})`
  expect(await problemsWith(aside('open'), 'users@1.2.0')).toMatch('is good for staging')
  const problems = await problemsWith(aside("open.startsWith('user:1') ? open : ''"), 'users@1.2.0')
  expect(problems).toBe('mount: users@1.2.0-33333333, ?open=machine: it is empty')
}, 120_000)

test('a panel is opened over a screen of its own release: the console may have none at /', async () => {
  const screens = [{ path: '/own', module: './A', title: 'A', preload: [] }]
  const panels = [{ kind: 'machine' as const, module: './P', title: 'Machine', preload: [] }]
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333', screens, panels }))
  const code = `
    if (location.search.includes('open'))
      show(document.body, 'aside', { ariaLabel: 'Side panel' }, location.pathname === '/own' ? 'shown' : '')`
  expect(await problemsWith(code, 'users@1.2.0')).toMatch('is good for staging')
}, 60_000)

describe('a list without rows', () => {
  const list = `
    const area = document.querySelector('main')
    area.textContent = ''
    show(area, 'h2', {}, 'Users')
    show(area, 'button', {}, 'Search')
    show(area, 'p', {}, 'Updated 12:30')
    show(area, 'table', {})
    show(area.querySelector('table'), 'th', {}, 'Name')
    show(area, 'footer', {}, 'Page 1');`

  test('is rejected if its area has no empty state', async () => {
    expect(await problemsWith(list)).toMatch('has no rows, and does not say that there are none')
  }, 60_000)

  test.each([
    [
      'before it',
      "const text = document.createElement('p'); text.textContent = 'No users'; area.prepend(text)",
    ],
    ['in its caption', "show(area.querySelector('table'), 'caption', {}, 'No users')"],
  ])(
    'is accepted with an empty state %s',
    async (_, empty) => {
      expect(await problemsWith(list + empty)).toMatch('is good for staging')
    },
    60_000,
  )
})

describe('a screen that keeps loading', () => {
  const open = `
    // as a stream of events does
    setInterval(() => fetch('/').catch(() => {}), 200)
    const area = document.querySelector('main')
    area.textContent = ''
    show(area, 'table', {})`
  const row = "show(area.querySelector('table'), 'td', {}, 'ana')"

  test('is not waited for once its list has rows', async () => {
    const begun = performance.now()
    expect(await problemsWith(`${open}\n${row}`)).toMatch('is good for staging')
    // a screen without rows would be waited for 10 s
    expect(performance.now() - begun).toBeLessThan(9_000)
  }, 60_000)

  test.each([
    ['shows a spinner', "{ role: 'progressbar' }"],
    ['is busy', "{ ariaBusy: 'true' }"],
  ])(
    'is waited for while it %s, and its later errors count',
    async (_, properties) => {
      const late = `
      show(area, 'div', ${properties})
      setTimeout(() => {
        area.lastChild.remove()
        ${row}
        setTimeout(() => console.error('too late'), 200)
      }, 1500)`
      expect(await problemsWith(open + late)).toMatch('console error: too late')
    },
    60_000,
  )
})

test('a check that ends before it has opened all screens fails', async () => {
  const site = { root: sitePath() }
  const environment = served()
  const opened = Object.values(environment.remotes).map(({ release }) => [release])
  const { mountProblems } = await import('./mountScreens')
  const ended = AbortSignal.abort(new Error('the check was ended after 30 s'))
  expect(await mountProblems({ site, environment, opened, ended })).toEqual([
    { check: 'mount', what: 'the check was ended after 30 s', isDeadline: true },
  ])
})

// the real function: it was imported before the mock replaced it
test.each([
  [0, 30],
  [1, 45],
  [18, 300],
  [1_000, 300],
])('a check of %d screens may take %d s', (screens, seconds) => {
  expect(deadlineMs(screens)).toBe(seconds * 1_000)
})
