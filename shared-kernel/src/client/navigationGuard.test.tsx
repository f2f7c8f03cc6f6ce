import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import fc from 'fast-check'
import { createBrowserRouter, Outlet, RouterProvider, useNavigate } from 'react-router-dom'
import { renderPart } from '../../testing/render'
import { LATE_MS } from './historyReturn'
import {
  AddressDialog,
  AddressPanel,
  useDialogOnBack,
  useFormOnLeave,
  useNavigationGuard,
} from './navigationGuard'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen, useOpened } from './opened'

type Kind = 'plain' | 'busy'
/** Runs at once; several may run before the next render. */
type Call =
  | { do: 'open'; id: string; action: boolean }
  | { do: 'step'; id: string }
  | { do: 'close' }
  | { do: 'go'; path: string }
/** Runs after the previous command was rendered. */
type Step =
  | { do: 'open local'; kind: Kind }
  | { do: 'close local' | 'type' | 'discard' | 'keep' | 'back' | 'forward' | 'back two' | 'open menu' }
type Command = Call[] | Step

interface Answers {
  discard: () => void
  stay: () => void
}

interface Drawn {
  open: OpenFunctions & CloseFunctions
  go: (path: string) => void
  setLocal: (change: (before: readonly Kind[]) => readonly Kind[]) => void
  openMenu: () => void
  seen: () => object
}
interface DrawnForm {
  type: () => void
  asked: Answers | null
}
const drawn: {
  page: Drawn | null
  form: DrawnForm | null
  /** The code of the address's dialog is not loaded yet. */
  isSlow?: boolean
  /** Where the page has a further form, in which something is typed. */
  note?: 'in panel' | 'on screen' | undefined
} = {
  page: null,
  form: null,
}

function Pages() {
  useNavigationGuard()
  return <Outlet />
}

function Local({ close }: { close: () => void }) {
  useDialogOnBack(close)
  return null
}

/** A form in the address. */
function Form({ onClose }: { onClose: () => void }) {
  const [changed, setChanged] = useState(false)
  const [asked, setAsked] = useState<Answers | null>(null)
  useDialogOnBack(() => (changed ? setAsked({ discard: onClose, stay: () => undefined }) : onClose()))
  useFormOnLeave(changed, (discard, stay) => {
    setAsked({ discard, stay })
    return true
  })
  const answered = (answer?: () => void) => () => {
    setAsked(null)
    answer?.()
  }
  useLayoutEffect(() => {
    drawn.form = {
      type: () => setChanged(true),
      asked: asked && { discard: answered(asked.discard), stay: answered(asked.stay) },
    }
    return () => {
      drawn.form = null
    }
  })
  return asked && <Local close={answered(asked.stay)} />
}

/** A form without a dialog, in which something is typed. */
function TypedNote() {
  const [asked, setAsked] = useState<Answers | null>(null)
  useFormOnLeave(true, (discard, stay) => {
    setAsked({ discard, stay })
    return true
  })
  useLayoutEffect(() => {
    drawn.form = { type: () => undefined, asked }
    return () => {
      drawn.form = null
    }
  })
  return null
}

function Page() {
  const [local, setLocal] = useState<readonly Kind[]>([])
  const [menu, setMenu] = useState(false)
  const opened = useOpened()
  const open = { ...useOpen(), ...useClose() }
  const navigate = useNavigate()
  const { kind, id, action, showsPanel } = opened
  useLayoutEffect(() => {
    drawn.page = {
      open,
      go: (path) => void navigate(path),
      setLocal,
      openMenu: () => setMenu(true),
      seen: () => ({
        panel: showsPanel && kind ? id : null,
        dialog: action && `${action} ${id}`,
        local,
        menu,
      }),
    }
  })
  return (
    <>
      {action && drawn.isSlow !== true && (
        <AddressDialog>
          <Form key={`${id} ${action}`} onClose={open.close} />
        </AddressDialog>
      )}
      {drawn.note === 'in panel' && showsPanel && (
        <AddressPanel>
          <TypedNote key={id} />
        </AddressPanel>
      )}
      {drawn.note === 'on screen' && <TypedNote />}
      {local.map((which, index) => (
        <Local key={index} close={() => which === 'plain' && setLocal((before) => before.slice(0, -1))} />
      ))}
      {menu && (
        <Menu open anchorReference="none" onClose={() => setMenu(false)}>
          <MenuItem>An entry</MenuItem>
        </Menu>
      )}
    </>
  )
}

const PATHS = ['/a', '/b', '/c']
let stop: (() => void) | undefined

function start() {
  // a new entry of the same document: the entries of earlier sequences lie behind it
  history.pushState(null, '', '/a')
  const router = createBrowserRouter([
    { Component: Pages, children: PATHS.map((path) => ({ path, element: <Page key={path} /> })) },
  ])
  const { unmount } = renderPart(<RouterProvider router={router} />)
  stop = () => {
    unmount()
    router.dispose()
    drawn.page = null
  }
}

interface Address {
  path: string
  id: string | null
  action: boolean
}
interface Entry extends Address {
  under: Address | null
}
const same = (one: Address, other: Address) =>
  one.path === other.path && one.id === other.id && one.action === other.action

class Model {
  entries: Entry[] = [{ path: '/a', id: null, action: false, under: null }]
  at = 0
  local: Kind[] = []
  menu = false
  changed = false
  /** What follows when the user discards. */
  question: (() => void) | null = null

  get entry(): Entry {
    return this.entries[this.at]!
  }
  get showsPanel(): boolean {
    const { id, action, under } = this.entry
    return id !== null && (!action || under === null || under.id === id)
  }

  private replace(next: Partial<Address>): void {
    const before = this.entry
    this.entries[this.at] = { ...before, ...next }
    this.drawn(before)
  }
  private push(next: Address, under: Address | null): void {
    const before = this.entry
    this.entries.length = this.at + 1
    this.entries.push({ ...next, under })
    this.at += 1
    this.drawn(before)
  }
  private move(by: number): void {
    const before = this.entry
    this.at += by
    this.drawn(before)
  }
  private drawn(before: Address): void {
    const { path, id, action } = this.entry
    if (path !== before.path) {
      this.local = []
      this.menu = false
    }
    if (path !== before.path || id !== before.id || action !== before.action) {
      this.changed = false
      this.question = null
    }
  }

  allows(command: Command): boolean {
    if (this.question && !('do' in command && ['discard', 'keep', 'back'].includes(command.do))) return false
    if (this.menu && !('do' in command && /back|forward/.test(command.do))) return false
    if (Array.isArray(command)) return !this.changed && this.local.length === 0
    switch (command.do) {
      case 'open local':
        return this.local.length < 2 && !this.changed
      case 'close local':
        return this.local.length > 0
      case 'open menu':
        return true
      case 'type':
        return this.entry.action && this.local.length === 0
      case 'discard':
      case 'keep':
        return this.question !== null
      case 'back':
        return this.at > 0
      case 'back two':
        return this.at > 1
      case 'forward':
        return this.at + 1 < this.entries.length
    }
  }

  call(call: Call): void {
    const { under, ...current } = this.entry
    const { path } = current
    if (call.do === 'go') this.push({ path: call.path, id: null, action: false }, null)
    else if (call.do === 'open') {
      const next = { path, id: call.id, action: call.action }
      if (same(next, current)) return
      if (under && same(under, current)) this.replace(next)
      else this.push(next, current)
    } else if (call.do === 'step') this.replace({ id: call.id, action: false })
    else if (current.action && this.showsPanel) this.replace({ action: false })
    else this.replace({ id: current.action && under && !under.action ? under.id : null, action: false })
  }

  private pop(by: number): void {
    if (this.menu) this.menu = false
    else if (this.local.length > 0) {
      if (this.local.at(-1) === 'plain') this.local = this.local.slice(0, -1)
    } else if (this.question) this.question = null
    else if (this.changed) this.question = () => this.move(by)
    else this.move(by)
  }

  step(step: Step): void {
    switch (step.do) {
      case 'open local':
        this.local = [...this.local, step.kind]
        return
      case 'close local':
        this.local = this.local.slice(0, -1)
        return
      case 'open menu':
        this.menu = true
        return
      case 'type':
        this.changed = true
        return
      case 'discard':
        return this.question?.()
      case 'keep':
        this.question = null
        return
      case 'forward':
        return this.pop(1)
      case 'back':
        return this.pop(-1)
      case 'back two':
        return this.pop(-2)
    }
  }

  get seen() {
    const { path, id, action } = this.entry
    return {
      path,
      search: `${action ? '?do=credit' : ''}${id ? `${action ? '&' : '?'}open=machine:${id}` : ''}`,
      panel: this.showsPanel ? id : null,
      dialog: action ? `credit ${id}` : null,
      local: this.local,
      menu: this.menu,
      asks: this.question !== null,
    }
  }
}

const seen = () => ({
  path: location.pathname,
  search: location.search,
  ...drawn.page?.seen(),
  asks: Boolean(drawn.form?.asked),
})

function call(one: Call): void {
  const page = drawn.page!
  if (one.do === 'go') page.go(one.path)
  else if (one.do === 'open') page.open.open('machine', one.id, one.action ? 'credit' : undefined)
  else if (one.do === 'step') page.open.step('machine', one.id)
  else page.open.close()
}

function take(step: Step): void {
  const page = drawn.page!
  switch (step.do) {
    case 'open local':
      return page.setLocal((before) => [...before, step.kind])
    case 'close local':
      return page.setLocal((before) => before.slice(0, -1))
    case 'open menu':
      return page.openMenu()
    case 'type':
      return drawn.form?.type()
    case 'discard':
      return drawn.form?.asked?.discard()
    case 'keep':
      return drawn.form?.asked?.stay()
    case 'back two':
      return history.go(-2)
    case 'back':
      return history.back()
    case 'forward':
      return history.forward()
  }
}

const pause = (ms = 4) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

async function check(commands: readonly Command[]): Promise<void> {
  start()
  const model = new Model()
  try {
    await pause()
    for (const command of commands) {
      if (!model.allows(command)) continue
      // a step right after one in the other direction may be taken for the guard's own
      if ('do' in command && /back|forward/.test(command.do)) await pause(LATE_MS)
      await act(async () => {
        if (!Array.isArray(command)) {
          model.step(command)
          return take(command)
        }
        for (const one of command) {
          // a caller that shows a dialog closes only this one
          if (one.do === 'close' && command[0] !== one) continue
          model.call(one)
          call(one)
        }
      })
      // a history step takes several tasks: wait for the expected state, and check that it lasts
      for (let tries = 0, hits = 0; tries < 200 && hits < 4; tries += 1) {
        await pause()
        hits = JSON.stringify(seen()) === JSON.stringify(model.seen) ? hits + 1 : 0
      }
      expect([command, seen()]).toEqual([command, model.seen])
    }
  } finally {
    stop?.()
  }
}

const id = fc.constantFrom('1', '2')
const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), id, action: fc.boolean() }) },
    fc.record({ do: fc.constant('step' as const), id }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
    fc.record({ do: fc.constant('go' as const), path: fc.constantFrom(...PATHS) }),
  ),
  { minLength: 1, maxLength: 3 },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('open local' as const),
    kind: fc.constantFrom<Kind>('plain', 'plain', 'busy'),
  }),
  fc.record({
    do: fc.constantFrom(
      ...(['close local', 'type', 'discard', 'keep', 'open menu'] as const),
      ...(['back', 'back', 'back', 'forward', 'back two'] as const),
    ),
  }),
)

beforeEach(() => history.replaceState(null, '', '/a'))
afterEach(() => {
  stop?.()
  drawn.isSlow = false
  drawn.note = undefined
})

const OPEN: Call = { do: 'open', id: '1', action: true }

test.each<[string, Command[]]>([
  [
    'Back over unsaved edits asks, stays, and goes',
    [
      [OPEN],
      [{ ...OPEN, id: '2' }],
      { do: 'type' },
      { do: 'back' },
      { do: 'keep' },
      { do: 'back' },
      { do: 'discard' },
    ],
  ],
  [
    'Back with its question open closes the question',
    [[OPEN], [{ ...OPEN, id: '2' }], { do: 'type' }, { do: 'back' }, { do: 'back' }],
  ],
  [
    'Back closes a dialog that is not in the address, and two at once close one',
    [
      [{ do: 'go', path: '/b' }],
      [OPEN],
      [{ do: 'go', path: '/c' }],
      { do: 'open local', kind: 'plain' },
      { do: 'open local', kind: 'plain' },
      { do: 'back two' },
      { do: 'back' },
      { do: 'back two' },
    ],
  ],
  [
    'Back closes a menu first, whatever is below it',
    [
      [{ do: 'go', path: '/b' }],
      { do: 'open menu' },
      { do: 'back' },
      [OPEN],
      { do: 'type' },
      { do: 'open menu' },
      { do: 'back' },
      { do: 'back' },
    ],
  ],
])('%s', (_, commands) => check(commands))

test('Back closes a local dialog even before the dialog of the address is rendered', async () => {
  drawn.isSlow = true
  start()
  await act(async () => call(OPEN))
  await act(async () => drawn.page!.setLocal(() => ['plain']))
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ local: [], dialog: 'credit 1' }))
  await pause(50)
  expect(location.search).toBe('?do=credit&open=machine:1')
})

test.each<{ what: string; leave: Call; then: string }>([
  { what: 'is closed', leave: { do: 'close' }, then: '' },
  { what: 'shows another subject', leave: { do: 'step', id: '2' }, then: '?open=machine:2' },
])('a panel with unsaved text in a form asks before it $what', async ({ leave, then }) => {
  drawn.note = 'in panel'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call(leave))
  expect([location.search, drawn.form?.asked]).toEqual(['?open=machine:1', expect.any(Object)])
  await act(async () => drawn.form!.asked!.discard())
  expect([location.search, drawn.form?.asked ?? null]).toEqual([then, null])
})

test('a form in a panel stays, without a question, while an action on the same subject opens and closes', async () => {
  drawn.note = 'in panel'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call(OPEN))
  expect(location.search).toBe('?do=credit&open=machine:1')
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ panel: '1', dialog: null, asks: false }))
})

test('a form in a panel asks before Forward hides the panel below a dialog that was opened elsewhere', async () => {
  start()
  await act(async () => call({ ...OPEN, id: '2', action: false }))
  await act(async () => call(OPEN))
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ panel: '2', dialog: null }))
  drawn.note = 'in panel'
  await act(async () => call({ do: 'step', id: '1' }))
  await act(async () => history.forward())
  await waitFor(() => expect(drawn.form?.asked).toEqual(expect.any(Object)))
  expect(seen()).toMatchObject({ search: '?open=machine:1', panel: '1' })
})

test('a form outside the panel does not keep the panel from closing', async () => {
  drawn.note = 'on screen'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call({ do: 'close' }))
  expect([location.search, drawn.form?.asked]).toEqual(['', null])
  await act(async () => drawn.page!.go('/b'))
  expect([location.pathname, drawn.form?.asked]).toEqual(['/a', expect.any(Object)])
})

describe('while the browser is on its way back', () => {
  /** Opens a local dialog over an entry between two others, goes Back, and holds the step that returns. */
  async function startReturn() {
    start()
    for (const path of ['/b', '/a']) await act(async () => drawn.page!.go(path))
    await act(async () => drawn.page!.setLocal(() => ['plain']))
    let step: number | undefined
    jest.spyOn(history, 'go').mockImplementation((delta) => {
      step = delta
    })
    await act(async () => history.back())
    await waitFor(() => expect(step).toBe(1))
    jest.restoreAllMocks()
    return () => act(async () => history.go(step))
  }

  test('only the last of two navigations is kept', async () => {
    const errors = jest.fn()
    window.addEventListener('error', errors)
    const arrive = await startReturn()
    await act(async () => drawn.page!.go('/c'))
    await act(async () => drawn.page!.go('/b?last=1'))
    await arrive()
    await waitFor(() => expect(location.search).toBe('?last=1'))
    await pause(50)
    expect([location.pathname, errors.mock.calls]).toEqual(['/b', []])
    window.removeEventListener('error', errors)
  })

  test('a returning step that never comes leaves the page where it is', async () => {
    await startReturn()
    await act(async () => drawn.page!.go('/c'))
    jest.spyOn(history, 'go').mockImplementation(() => undefined)
    await waitFor(() => expect(location.pathname).toBe('/c'))
    jest.restoreAllMocks()
    await act(async () => history.back())
    await waitFor(() => expect(seen()).toMatchObject({ path: '/a', local: [] }))
  })
})

test('what is open, and where, matches a simple model', async () => {
  const commands = fc.array(fc.oneof<fc.Arbitrary<Command>[]>(calls, step), { minLength: 4, maxLength: 14 })
  await fc.assert(fc.asyncProperty(commands, check), { numRuns: 40 })
}, 120_000)
