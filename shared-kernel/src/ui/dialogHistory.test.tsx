import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { createBrowserRouter, Outlet, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { renderPart } from '../../testing/render'
import { choicePart, useViewState } from '../client/useViewState'
import { useCloseOnBack, useDialogHistory } from './dialogHistory'

type Kind = 'plain' | 'busy'
type Command =
  | { do: 'open'; kind: Kind }
  | { do: 'close' | 'back' | 'back two' | 'forward' }
  | { do: 'go'; path: string }
  | { do: 'show'; view: string }

/** What the page that is drawn offers to the sequence. */
interface Drawn {
  open: (kind: Kind) => void
  close: () => void
  go: (to: string) => void
  show: (view: string) => void
  depth: number
}
const drawn: { page: Drawn | null } = { page: null }

function Pages() {
  useDialogHistory()
  return <Outlet />
}

function Inner({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  useCloseOnBack(() => kind === 'plain' && onClose())
  return null
}

function Page() {
  const [stack, setStack] = useState<readonly Kind[]>([])
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const pop = () => setStack((before) => before.slice(0, -1))
  useLayoutEffect(() => {
    drawn.page = {
      open: (kind) => setStack((before) => [...before, kind]),
      close: pop,
      go: (to) => void navigate(to),
      show: (view) => {
        const { usr } = history.state as { usr: unknown }
        void navigate({ pathname, search: `?view=${view}` }, { replace: true, state: usr })
      },
      depth: stack.length,
    }
  })
  return stack.map((kind, index) => <Inner key={index} kind={kind} onClose={pop} />)
}

const PATHS = ['/a', '/b', '/c']
let stop: (() => void) | undefined

function start() {
  // another address of the same document: earlier sequences lie behind it
  history.pushState(null, '', '/a')
  const router = createBrowserRouter([
    { Component: Pages, children: PATHS.map((path) => ({ path, element: <Page key={path} /> })) },
  ])
  const { unmount } = renderPart(<RouterProvider router={router} />)
  stop = () => {
    unmount()
    router.dispose()
  }
}

const isMarked = () => Boolean((history.state as { usr?: { dialog?: string } | null } | null)?.usr?.dialog)
const shown = () => ({
  at: location.pathname + location.search,
  depth: drawn.page?.depth,
  isMarked: isMarked(),
})

/** What a browser without dialogs would have, and the dialogs on top of it. */
class Model {
  entries = ['/a']
  at = 0
  stack: Kind[] = []
  /** The address that the screen wrote while dialogs are open: its page's when they are closed, gone with two steps back. */
  written: string | null = null

  run(command: Command): void {
    this.step(command)
    if (this.stack.length > 0 || this.written === null) return
    this.entries[this.at] = this.written
    this.written = null
  }

  private step(command: Command): void {
    switch (command.do) {
      case 'open':
        // a dialog takes the way forward away, as a link does
        if (this.stack.length === 0) this.entries.length = this.at + 1
        this.stack.push(command.kind)
        return
      case 'close':
        this.stack.pop()
        return
      case 'back':
        if (this.stack.length > 0) {
          if (this.stack.at(-1) === 'plain') this.stack.pop()
        } else this.at -= 1
        return
      case 'back two': {
        const { path } = this
        this.written = null
        this.at -= 1
        if (this.path !== path) this.stack = []
        else this.stack.length = this.stack.lastIndexOf('busy') + 1
        // one that stays takes the way forward away again
        if (this.stack.length > 0) this.entries.length = this.at + 1
        return
      }
      case 'forward':
        if (this.stack.length === 0 && this.at + 1 < this.entries.length) this.at += 1
        return
      case 'go':
        this.entries[this.at] = this.shown.at
        this.written = null
        this.entries.length = this.at + 1
        this.entries.push(command.path)
        this.at += 1
        this.stack = []
        return
      case 'show':
        this.written = `${this.path}?view=${command.view}`
    }
  }

  get path() {
    return this.entries[this.at]!.split('?')[0]!
  }
  get shown() {
    return {
      at: this.written ?? this.entries[this.at]!,
      depth: this.stack.length,
      isMarked: this.stack.length > 0,
    }
  }
  allows(command: Command): boolean {
    if (command.do === 'back') return this.stack.length > 0 || this.at > 0
    // without a dialog it would lead to other entries where a link has left one of a dialog behind
    if (command.do === 'back two') return this.stack.length > 0 && this.at > 0
    if (command.do === 'go')
      return this.stack.length === 0
        ? command.path !== this.shown.at
        : command.path.split('?')[0] !== this.path
    if (command.do === 'open') return this.stack.length < 3
    return command.do !== 'close' || this.stack.length > 0
  }
}

const run = (command: Command) => {
  switch (command.do) {
    case 'open':
      return drawn.page?.open(command.kind)
    case 'close':
      return drawn.page?.close()
    case 'back':
      return history.back()
    case 'back two':
      return history.go(-2)
    case 'forward':
      return history.forward()
    case 'go':
      return drawn.page?.go(command.path)
    case 'show':
      return drawn.page?.show(command.view)
  }
}

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 4)))

async function check(commands: readonly Command[]): Promise<void> {
  start()
  const model = new Model()
  try {
    await follow(model, commands)
  } finally {
    stop?.()
  }
}

async function follow(model: Model, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    if (!model.allows(command)) continue
    await act(async () => run(command))
    model.run(command)
    // a step of the history takes some tasks: as expected, and still so five turns later
    for (let tries = 0, same = 0; tries < 200 && same < 5; tries += 1) {
      await pause()
      same = JSON.stringify(shown()) === JSON.stringify(model.shown) ? same + 1 : 0
    }
    expect([command, shown()]).toEqual([command, model.shown])
  }
}

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('open' as const), kind: fc.constantFrom<Kind>('plain', 'plain', 'busy') }),
  fc.record({
    do: fc.constantFrom<'close' | 'back' | 'back two' | 'forward'>(
      'close',
      'back',
      'back',
      'back two',
      'forward',
    ),
  }),
  fc.record({ do: fc.constant('go' as const), path: fc.constantFrom(...PATHS, '/a?of=1') }),
  fc.record({ do: fc.constant('show' as const), view: fc.constantFrom('x', 'y') }),
)

beforeEach(() => history.replaceState(null, '', '/a'))
afterEach(() => stop?.())

/** Left by a link in a dialog: the entry of the dialog lies between two pages. */
const THROUGH: Command[] = [
  { do: 'open', kind: 'plain' },
  { do: 'go', path: '/b' },
  { do: 'back' },
  { do: 'forward' },
  { do: 'back' },
  { do: 'open', kind: 'plain' },
  { do: 'show', view: 'x' },
  { do: 'close' },
]

/** Forward leads onto the entry of a dialog that is gone, whose address is older than the page's. */
const ONTO_AN_OLD_ONE: Command[] = [
  { do: 'open', kind: 'plain' },
  { do: 'show', view: 'x' },
  { do: 'close' },
  { do: 'show', view: 'y' },
  { do: 'forward' },
]

/** The page behind the one with the dialogs is the same screen with another address. */
const TWO_BACK: Command[] = [
  { do: 'go', path: '/a?of=1' },
  { do: 'open', kind: 'plain' },
  { do: 'open', kind: 'plain' },
  { do: 'back two' },
  { do: 'forward' },
]

/** What the screen wrote while its dialog was open goes with it. */
const TWO_BACK_FROM_A_WRITTEN_ONE: Command[] = [
  { do: 'go', path: '/c' },
  { do: 'open', kind: 'plain' },
  { do: 'show', view: 'x' },
  { do: 'back two' },
  { do: 'forward' },
]

test('the history of pages is unchanged by opening and closing dialogs and by navigation with them', async () => {
  const commands = fc.array(command, { minLength: 4, maxLength: 14 })
  await fc.assert(fc.asyncProperty(commands, check), {
    numRuns: 40,
    examples: [[THROUGH], [ONTO_AN_OLD_ONE], [TWO_BACK], [TWO_BACK_FROM_A_WRITTEN_ONE]],
  })
}, 120_000)

const ASKED = { asked: choicePart('new', ['', 'user']) }

/** The view asks for its dialog, as a link to a form does. */
function Asked({ fadeMs }: { fadeMs: number }) {
  const [{ asked }, set] = useViewState(ASKED)
  const [fading, setFading] = useState(false)
  const close = () => {
    set.asked('')
    setFading(true)
    setTimeout(() => setFading(false), fadeMs)
  }
  return (
    <>
      {(asked !== '' || fading) && <Inner kind="plain" onClose={close} />}
      <button onClick={close}>Close</button>
    </>
  )
}

// the view is written 150 ms after its change: before, while and after the entry of the dialog is left
test.each([0, 150, 200])(
  'takes the request for a dialog out of the address when it is closed, after %i ms',
  async (fadeMs) => {
    // a visit of its own
    history.pushState({ key: `asked${fadeMs}`, idx: 0, usr: null }, '', '/a?new=user')
    const entries = history.length
    const router = createBrowserRouter([
      { Component: Pages, children: [{ path: '/a', element: <Asked fadeMs={fadeMs} /> }] },
    ])
    const { user, unmount } = renderPart(<RouterProvider router={router} />)
    stop = () => {
      unmount()
      router.dispose()
    }
    await waitFor(() => expect(isMarked()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect([location.search, isMarked()]).toEqual(['', false]))
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect([location.search, isMarked(), history.length]).toEqual(['', false, entries + 1])
  },
)
