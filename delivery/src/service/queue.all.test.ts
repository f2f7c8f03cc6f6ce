import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { archiveOf, createTeam, nextUsers, serviceOfTwoTeams } from '../../testing/service'
import { builtHost, sitePath } from '../../testing/staging'
import { command } from './command'

const order: string[] = []
let held = false
/** Takes the given number of milliseconds, and longer while `held` is true. */
const slow = command({
  usage: 'slow',
  summary: 'takes its time',
  options: {},
  positionals: [0, 0],
  input: z.object({ name: z.string(), ms: z.number() }),
  output: z.object({}),
  read: () => ({}),
  changes: () => 'users',
  run: async (_, { name, ms }) => {
    order.push(`${name} begins`)
    await sleep(ms)
    while (held) await sleep(5)
    order.push(`${name} ends`)
    return {}
  },
  print: () => [],
})

/** Runs until its client disconnects or `held` is false. */
const check = command({
  usage: 'check',
  summary: 'opens a browser',
  options: {},
  positionals: [0, 0],
  input: z.object({ name: z.string() }),
  output: z.object({}),
  read: () => ({}),
  changes: () => null,
  opensBrowser: true,
  run: async ({ signal }, { name }) => {
    order.push(`${name} begins`)
    while (held && !signal!.aborted) await sleep(5)
    order.push(`${name} ${signal!.aborted ? 'is ended' : 'ends'}`)
    return {}
  },
  print: () => [],
})

const waitFor = async (met: () => boolean) => {
  while (!met()) await sleep(5)
}

beforeEach(() => {
  order.length = 0
  held = false
})

describe('a service with a short queue timeout', () => {
  const { ask } = serviceOfTwoTeams(() => ({ commands: [slow], queueMs: 300 }))

  test('makes changes one at a time, and rejects one that waits too long', async () => {
    held = true
    const first = ask('slow', { name: 'first', ms: 0 })
    await waitFor(() => order.length > 0)
    expect(await ask('slow', { name: 'second', ms: 0 })).toMatchObject({
      status: 503,
      body: { message: 'Other changes are under way. Try again.' },
    })
    held = false
    expect(await first).toMatchObject({ status: 200 })
    expect(await ask('slow', { name: 'third', ms: 0 })).toMatchObject({ status: 200 })
    expect(order).toEqual(['first begins', 'first ends', 'third begins', 'third ends'])
  })
})

describe('a service', () => {
  const { ask, upload, connections, tokens, url } = serviceOfTwoTeams(() => ({ commands: [slow, check] }))

  const entries = (): { command: string; outcome: string; input: { name: string } | null }[] =>
    existsSync(sitePath('.delivery/audit.jsonl'))
      ? readFileSync(sitePath('.delivery/audit.jsonl'), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  const begun = () => entries().filter(({ outcome }) => outcome === 'begun').length
  /** Sorted by name: the second change may be abandoned before the first one ends. */
  const outcomes = () =>
    entries()
      .filter(({ outcome }) => outcome !== 'begun')
      .toSorted((one, other) => String(one.input?.name).localeCompare(String(other.input?.name)))

  /** Holds a change, queues another one behind it, and disconnects the client of the second while it waits. */
  const endWhileWaiting = async (
    send: (signal: AbortSignal) => Promise<unknown>,
    waits: () => boolean,
  ): Promise<void> => {
    held = true
    const first = ask('slow', { name: 'first', ms: 0 })
    await waitFor(() => order.length > 0)
    const ended = new AbortController()
    const second = send(ended.signal)
    await waitFor(waits)
    const { ended: before } = connections
    ended.abort()
    await expect(second).rejects.toThrow('aborted')
    await waitFor(() => connections.ended > before)
    held = false
    await first
    await waitFor(() => outcomes().length === 2)
  }

  test('does not make a change whose client disconnects before its turn', async () => {
    await endWhileWaiting(
      (signal) => ask('slow', { name: 'second', ms: 0 }, 'people', signal),
      () => begun() === 2,
    )
    expect(outcomes()).toMatchObject([
      { input: { name: 'first' }, outcome: 'done' },
      { input: { name: 'second' }, outcome: 'Client disconnected. Nothing was changed.' },
    ])
    expect(order).toEqual(['first begins', 'first ends'])
  })

  test('does not publish an upload whose client disconnects before its turn', async () => {
    const archive = await archiveOf(nextUsers())
    const uploads = sitePath('.delivery/uploads')
    // once unpacked, the upload waits for its turn among the changes
    const isUnpacked = () =>
      existsSync(uploads) &&
      readdirSync(uploads).some((name) => existsSync(join(uploads, name, 'release.json')))
    await endWhileWaiting((signal) => upload(archive, 'people', signal), isUnpacked)
    expect(outcomes()).toMatchObject([
      { command: 'slow', outcome: 'done' },
      { command: 'publish', outcome: 'Client disconnected. Nothing was changed.' },
    ])
    expect(existsSync(sitePath('users/1.1.0-22222222'))).toBe(false)
  })

  test('lets a team upload two releases at a time: a third upload waits unread, and other teams do not wait', async () => {
    const slowly = ['a', 'b'].map(() => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      void writer.write(new Uint8Array([0x1f]))
      return { writer, answer: upload(readable) }
    })
    await waitFor(() => begun() === slowly.length)
    const third = upload(await archiveOf(nextUsers()))
    await waitFor(() => begun() > slowly.length)
    const host = builtHost({ version: '2.1.0', build: 'bbbbbbbb' })
    expect(await upload(await archiveOf(host), 'platform')).toMatchObject({ status: 200 })
    expect(existsSync(sitePath('users/1.1.0-22222222'))).toBe(false)
    for (const { writer, answer } of slowly) {
      await writer.close()
      expect(await answer).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching('cannot be unpacked') },
      })
    }
    expect(await third).toMatchObject({ status: 200 })
  })

  test('runs one check per team at a time, without delaying other teams, and ends it when its client disconnects', async () => {
    held = true
    const disconnected = new AbortController()
    const first = ask('check', { name: 'first' }, 'people', disconnected.signal)
    await waitFor(() => order.length === 1)
    const second = ask('check', { name: 'second' })
    const other = ask('check', { name: 'other' }, 'platform')
    await waitFor(() => order.length === 2)
    expect(order).toEqual(['first begins', 'other begins'])
    disconnected.abort()
    await expect(first).rejects.toThrow('aborted')
    await waitFor(() => order.length === 4)
    expect(order.slice(2)).toEqual(['first is ended', 'second begins'])
    held = false
    expect([await second, await other]).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('runs at most two checks at a time in total', async () => {
    tokens['third'] = await createTeam('third', 'machines')
    held = true
    const all = ['people', 'platform', 'third'].map((by) => ask('check', { name: by }, by))
    await waitFor(() => connections.made === all.length)
    await fetch(`${url()}/healthz`)
    await waitFor(() => order.length >= 2)
    expect(order).toHaveLength(2)
    held = false
    for (const { status } of await Promise.all(all)) expect(status).toBe(200)
    expect(order).toHaveLength(6)
  })
})
