import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { archiveOf, nextUsers, serviceOfTwoTeams } from '../../testing/service'
import { sitePath } from '../../testing/staging'
import { command } from '../commands/command'

const order: string[] = []
let held = false
/** Takes as many milliseconds as its input says, and longer while it is held. */
const slow = command({
  usage: 'slow',
  summary: 'takes its time',
  options: {},
  positionals: [0, 0],
  input: z.object({ name: z.string(), ms: z.number() }),
  output: z.object({}),
  read: () => ({}),
  needs: () => ({ part: 'users' }),
  run: async (_, { name, ms }) => {
    order.push(`${name} begins`)
    await sleep(ms)
    while (held) await sleep(5)
    order.push(`${name} ends`)
    return {}
  },
  print: () => [],
})
const { ask, tokens, upload, url } = serviceOfTwoTeams(() => ({ commands: [slow], queueMs: 300 }))

const audit = () => sitePath('.delivery/audit.jsonl')
const begun = () => (existsSync(audit()) ? readFileSync(audit(), 'utf8').split('"begun"').length - 1 : 0)

test('changes are made one after the other, in the order of arrival, and one that waits too long is refused', async () => {
  const first = ask('slow', { name: 'first', ms: 100 })
  await sleep(20)
  const second = ask('slow', { name: 'second', ms: 400 })
  await sleep(20)
  const third = ask('slow', { name: 'third', ms: 0 })
  expect([await first, await second, await third]).toMatchObject([
    { status: 200 },
    { status: 200 },
    { status: 503, body: { message: 'Other changes are under way. Try again.' } },
  ])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('a change whose client ends before its turn is not made', async () => {
  order.length = 0
  held = true
  const first = ask('slow', { name: 'first', ms: 0 })
  while (order.length === 0) await sleep(5)
  const ended = new AbortController()
  const second = fetch(`${url()}/commands/slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens['people']}` },
    body: JSON.stringify({ name: 'second', ms: 0 }),
    signal: ended.signal,
  })
  while (begun() < 2) await sleep(5)
  ended.abort()
  await expect(second).rejects.toThrow('aborted')
  // until the service has seen it
  await sleep(100)
  held = false
  await first
  await ask('slow', { name: 'third', ms: 0 })
  expect(order).toEqual(['first begins', 'first ends', 'third begins', 'third ends'])
})

test('uploads that are sent slowly keep no other one waiting', async () => {
  const slowly = ['a', 'b', 'c'].map(() => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    void writer.write(new Uint8Array([0x1f]))
    return { writer, answer: upload(readable) }
  })
  while (begun() < slowly.length) await sleep(20)
  expect(await upload(await archiveOf(nextUsers()))).toMatchObject({ status: 200 })
  for (const { writer, answer } of slowly) {
    await writer.close()
    expect(await answer).toMatchObject({ status: 409 })
  }
})
