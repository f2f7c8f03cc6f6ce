import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { childPath } from '../../db/treePath'
import type { Change, Round } from './changes'
import { EventStream, type Sink } from './eventStream'
import { framesFor } from './frames'
import { readSnapshot, type Snapshot } from './snapshot'

const MASTER = { userId: 1, level: 1, path: childPath(null, 1), sessionId: 's' }

const snapshotAt = (xmax: number, running: readonly number[] = []): Snapshot => {
  const snapshot = readSnapshot(`${running[0] ?? xmax}:${xmax}:${running.join()}`)
  if (!snapshot) throw new Error('No snapshot')
  return snapshot
}

/** A credit change of a machine with this owner. */
const changeOf = (id: number, xid = id, path = MASTER.path): Change => ({
  xid: BigInt(xid),
  stored: {
    id,
    at: new Date(0),
    microseconds: 0,
    action: 'machine.credit',
    subject: 'machine m',
    actor_id: 1,
    actor_name: 'master',
    actor_path: MASTER.path,
    subject_path: path,
    subject_user_id: 7,
    subject_machine_id: 'm',
    user_name: 'owner',
    machine_name: 'm',
    game_name: null,
    before: null,
    after: { address: '192.0.2.1', creditCents: id },
    reason: null,
    reverts: null,
    request_id: '00000000-0000-4000-8000-000000000001',
  },
  lists: [{ name: 'machines', rows: [{ path, json: `{"idMachine":"m${id}"}` }], removed: [] }],
  blockedPath: null,
})

const roundOf = (
  to: Snapshot,
  changes: readonly Change[] | null,
  attention: Round['attention'] = [],
): Round => ({ to, changes, attention, age: 0 })

/** A client that accepts everything, unless `waiting` is set. */
function client() {
  let text = ''
  const state = { waiting: 0, ended: false, cutOff: false }
  const sink: Sink = {
    send: (more) => void (text += more),
    waiting: () => state.waiting,
    end: () => void (state.ended = true),
    cutOff: () => void (state.cutOff = true),
  }
  const names = () => [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
  return { sink, state, text: () => text, names, forget: () => void (text = '') }
}

const open = (sink: Sink, viewer = MASTER) =>
  new EventStream(viewer, sink, { now: 0, endsAt: 600_000, onSent: () => undefined })

test('sends a comment at once, then its position', () => {
  const { sink, text } = client()
  const stream = open(sink)
  expect(text()).toBe(': \n\n')
  stream.beginAt(snapshotAt(5), 1)
  expect(text()).toBe(': \n\nid: 5:5:\nevent: start\ndata: {}\n\n')
})

test('sends list rows before the activity, with the position on the last event of each batch', () => {
  const { sink, text, forget } = client()
  const stream = open(sink)
  stream.beginAt(snapshotAt(5), 1)
  forget()
  stream.deliver(roundOf(snapshotAt(7), [changeOf(5), changeOf(6)]), 2)
  const blocks = text().split('\n\n').slice(0, -1)
  expect(blocks.map((block) => block.replace(/^data: .*/m, 'data'))).toEqual([
    'event: machines\ndata',
    'event: activity\ndata',
    'event: machines\ndata',
    'id: 7:7:\nevent: activity\ndata',
  ])
  expect(blocks[0]).toContain('data: {"rows":[{"idMachine":"m5"}],"removed":[]}')
})

test.each([
  ['of the viewer', 2, [2], true],
  ['below the viewer', 2, [2, 3], true],
  ['beside the viewer', 2, [3], false],
  ['above the viewer', 2, [], false],
  ['of everybody', 2, null, true],
  ['of a viewer who is told of none', 6, [2], false],
])('reports once that findings have changed: %s', (_, level, below, isTold) => {
  const { sink, names } = client()
  const pathOf = (ids: readonly number[]) => ids.reduce(childPath, MASTER.path)
  const viewer = { ...MASTER, userId: 2, level, path: pathOf([2]) }
  const stream = open(sink, viewer)
  stream.beginAt(snapshotAt(5), 0)
  const path = below && pathOf(below)
  stream.deliver(roundOf(snapshotAt(6), [], [path, path]), 1)
  expect(names()).toEqual(isTold ? ['start', 'attention'] : ['start'])
})

test('sends a comment after 15 s of silence, or its position if that has moved on', () => {
  const { sink, text, forget } = client()
  const stream = open(sink)
  stream.beginAt(snapshotAt(5), 1_000)
  forget()
  const others = { ...MASTER, level: 2, path: childPath(MASTER.path, 2) }
  expect(framesFor(others, changeOf(5))).toEqual([])
  for (const now of [2_000, 15_999]) expect(stream.tick(now)).toBe(true)
  expect(text()).toBe('')
  stream.tick(16_000)
  expect(text()).toBe(': \n\n')
  forget()
  // a change that this viewer may not see
  const blind = open(sink, others)
  blind.beginAt(snapshotAt(5), 0)
  forget()
  blind.deliver(roundOf(snapshotAt(6), [changeOf(5)]), 1)
  expect(text()).toBe('')
  blind.tick(15_000)
  blind.tick(16_000)
  expect(text()).toBe('id: 6:6:\nevent: position\ndata: {}\n\n')
})

test('sends its position and ends when its time is up', () => {
  const { sink, state, names } = client()
  const stream = open(sink)
  stream.beginAt(snapshotAt(5), 0)
  stream.deliver(roundOf(snapshotAt(6), []), 1)
  expect([stream.tick(599_999), stream.tick(600_000), state.ended]).toEqual([true, false, true])
  expect(names()).toEqual(['start', 'position'])
  stream.deliver(roundOf(snapshotAt(7), [changeOf(6)]), 600_001)
  expect(names()).toEqual(['start', 'position'])
})

test('cuts off a client that leaves more than a megabyte unread, and sends nothing more', () => {
  const { sink, state, names } = client()
  const stream = open(sink)
  stream.beginAt(snapshotAt(5), 0)
  state.waiting = 1_000_000
  stream.deliver(roundOf(snapshotAt(6), [changeOf(5)]), 1)
  expect(state.cutOff).toBe(false)
  state.waiting += 1
  stream.deliver(roundOf(snapshotAt(7), [changeOf(6)]), 2)
  expect([state.cutOff, stream.tick(3)]).toEqual([true, false])
  stream.deliver(roundOf(snapshotAt(8), [changeOf(7)]), 4)
  expect(names()).toEqual(['start', 'machines', 'activity'])
})

test('asks the client to reload everything if the changes cannot be listed', () => {
  const { sink, text, forget } = client()
  const stream = open(sink)
  stream.beginAfter(roundOf(snapshotAt(9), null), 0)
  expect(text()).toBe(': \n\nid: 9:9:\nevent: again\ndata: {}\n\n')
  forget()
  stream.deliver(roundOf(snapshotAt(10), [changeOf(9)]), 1)
  expect(text()).toContain('m9')
})

test('asks for a reload after a failover to a server that lags behind, then sends its changes', () => {
  const { sink, text, names } = client()
  const stream = open(sink)
  stream.beginAt(snapshotAt(50), 1)
  stream.deliver(roundOf(snapshotAt(9), null), 2)
  expect(text()).toContain('id: 9:9:\nevent: again\n')
  stream.deliver(roundOf(snapshotAt(10), [changeOf(9)]), 3)
  expect(names()).toEqual(['start', 'again', 'machines', 'activity'])
})

test('sends its position at once if nothing was missed', () => {
  const { sink, text } = client()
  open(sink).beginAfter(roundOf(snapshotAt(9), []), 0)
  expect(text()).toBe(': \n\nid: 9:9:\nevent: position\ndata: {}\n\n')
})

describe('each change is sent once', () => {
  /** Transactions that end in any order, reads of what has ended, a client that resumes from a position. */
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('begin' as const) },
    { weight: 4, arbitrary: fc.nat({ max: 4 }) },
    { weight: 3, arbitrary: fc.constant('look' as const) },
    { weight: 1, arbitrary: fc.constant('break' as const) },
    { weight: 1, arbitrary: fc.constant('catch up' as const) },
    // to a server that lacks part of what was read, and that is read before anything is written to it
    { weight: 1, arbitrary: fc.constant('fail over' as const) },
  )
  /** The maximum number of transactions that a failover loses. */
  const LOST = 5

  test('in whatever order transactions end, and wherever the stream breaks', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const running: number[] = []
        let next = 100
        let committed: number[] = []
        const now = () => snapshotAt(next, running)
        const isNew = (from: Snapshot) => (xid: number) =>
          BigInt(xid) >= from.xmax || from.running.has(BigInt(xid))
        const since = (from: Snapshot): Round => {
          const missed = committed.filter(isNew(from)).sort((a, b) => a - b)
          return roundOf(now(), from.xmax > now().xmax ? null : missed.map((xid) => changeOf(xid)))
        }
        let sent: number[] = []
        let position = ''
        const read = (text: string): void => {
          for (const [, id] of text.matchAll(/event: again|"idMachine":"m(\d+)"/g)) {
            if (id === undefined) sent = [...committed]
            else sent.push(Number(id))
          }
          position = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? position
        }
        let reader = now()
        let one = client()
        let stream = open(one.sink)
        stream.beginAt(reader, 0)
        let isCatchingUp = false
        const take = (): void => {
          read(one.text())
          one.forget()
        }
        take()
        const catchUp = (): void => {
          if (!isCatchingUp) return
          isCatchingUp = false
          stream.beginAfter(since(readSnapshot(position)!), 0)
          take()
        }
        const poll = (): void => {
          const round = since(reader)
          reader = round.to
          if (round.changes?.length === 0) return
          stream.deliver(round, 0)
          take()
        }
        for (const one_ of steps) {
          if (one_ === 'begin') running.push(next++)
          else if (typeof one_ === 'number') committed.push(...running.splice(one_, 1))
          else if (one_ === 'look') poll()
          else if (one_ === 'catch up') catchUp()
          else if (one_ === 'fail over') {
            poll()
            next = Math.max(100, next - LOST)
            running.length = 0
            committed = committed.filter((xid) => xid < next)
            sent = sent.filter((xid) => xid < next)
            poll()
            catchUp()
          } else if (!isCatchingUp) {
            one = client()
            stream = open(one.sink)
            isCatchingUp = true
          }
        }
        catchUp()
        poll()
        expect(sent.sort((a, b) => a - b)).toEqual(committed.sort((a, b) => a - b))
      }),
    )
  })
})

test('a viewer gets only rows of their own subtree, addresses only for actions there, and reasons only for changes to users below', () => {
  const id = fc.integer({ min: 1, max: 3 })
  const path = fc
    .array(id, { minLength: 1, maxLength: 4 })
    .map((ids) => ids.reduce<string | null>((parent, child) => childPath(parent, child), null)!)
  fc.assert(
    fc.property(path, fc.nat({ max: 2 }), path, path, fc.boolean(), (own, level, owner, actor, isGone) => {
      const viewer = { userId: 2, level: level + 1, path: own }
      const change = changeOf(1, 1, owner)
      const place = { path: owner, id: 'm1' }
      const frames = framesFor(viewer, {
        ...change,
        stored: { ...change.stored, actor_path: actor, reason: 'because' },
        lists: [
          { name: 'machines', rows: isGone ? [] : change.lists[0]!.rows, removed: isGone ? [place] : [] },
        ],
        blockedPath: owner,
      })
      const isOwn = (one: string) => viewer.level === 1 || `${one}.`.startsWith(`${own}.`)
      const expected = [
        ...(isOwn(owner) ? ['machines', 'subtree'] : []),
        ...(isOwn(owner) || isOwn(actor) ? ['activity'] : []),
      ]
      expect(frames.map(({ name }) => name)).toEqual(expected)
      const activity = frames.find(({ name }) => name === 'activity')
      const isAbove = isOwn(owner) && owner.length > own.length
      const has = (text: string) => activity?.data.includes(text)
      if (activity) expect([has('192.0.2.1'), has('because')]).toEqual([isOwn(actor), isAbove])
    }),
  )
})
