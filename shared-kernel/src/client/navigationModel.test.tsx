import { expect, test } from '@jest/globals'
import { act } from '@testing-library/react'
import fc from 'fast-check'
import { type Call, type Kind, navigationPages, type Step } from '../../testing/navigationPages'
import { LATE_MS } from './historyReturn'

type Command = Call[] | Step

const { PATHS, start, stop, seen, call, take, pause } = navigationPages()

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
  busy = false
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
      this.busy = false
      this.question = null
    }
  }

  allows(command: Command): boolean {
    if (this.question && !('do' in command && ['discard', 'keep', 'back'].includes(command.do))) return false
    if (this.menu && !('do' in command && /back|forward/.test(command.do))) return false
    if (this.busy && !('do' in command && /fail|back|forward/.test(command.do))) return false
    if (Array.isArray(command)) return !this.changed && this.local.length === 0
    switch (command.do) {
      case 'open local':
        return this.local.length < 2 && !this.changed
      case 'close local':
        return this.local.length > 0
      case 'open menu':
        return true
      case 'type':
      case 'send':
        return this.entry.action && this.local.length === 0
      case 'fail':
        return this.busy
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
    } else if (this.busy) return
    else if (this.question) this.question = null
    else if (this.changed && !same(this.entry, this.entries[this.at + by]!))
      this.question = () => this.move(by)
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
      case 'send':
      case 'fail':
        this.busy = step.do === 'send'
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
    stop()
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
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['close local', 'type', 'type', 'send', 'fail', 'discard', 'keep', 'open menu'] as const),
        ...(['back', 'back', 'back', 'forward', 'back two'] as const),
      ),
    }),
  },
)

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
    'Back leaves a dialog of the address open while it is sending, and closes it after a failure',
    [[OPEN], { do: 'send' }, { do: 'back' }, { do: 'fail' }, { do: 'back' }],
  ],
  [
    'Back with its question open closes the question',
    [[OPEN], [{ ...OPEN, id: '2' }], { do: 'type' }, { do: 'back' }, { do: 'back' }],
  ],
  [
    'Back to an entry with the same dialog keeps the form, and asks nothing',
    [[OPEN], [{ do: 'go', path: '/a' }], [OPEN], { do: 'type' }, { do: 'back two' }],
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

test('what is open, and where, matches a simple model', async () => {
  const commands = fc.array(fc.oneof<fc.Arbitrary<Command>[]>(calls, step), { minLength: 4, maxLength: 14 })
  await fc.assert(fc.asyncProperty(commands, check), { numRuns: 40 })
}, 120_000)
