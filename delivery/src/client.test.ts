import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { runRemotely, OutcomeUnknown } from './client'
import { promote, verify } from './commands/releases'
import { status } from './commands/status'
import { CommandError } from '@console/shared-kernel/command'

let server: Server
let answer: (response: ServerResponse) => void
beforeEach(async () => {
  server = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const ask = (change: boolean, command = change ? promote : status) => {
  const service = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' }
  const input = { environment: 'staging', why: 'x', release: 'users@1.1.0' }
  return runRemotely(service, command, input).then(
    (result) => result,
    (error: Error) => [error.constructor, error.message],
  )
}
const answering = (status: number, body: string) => (response: ServerResponse) =>
  response.writeHead(status).end(body)

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    'a failure in the middle',
    answering(500, '{"message":"The disk is full."}'),
    /^The disk is full\. The change may/,
  ],
  [
    'a proxy that gave up',
    answering(504, '<html>'),
    / answered 504\. The change may have been made: see status\.$/,
  ],
  ['an answer cut off', answering(200, '{"revis'), / answered 200\. The change may have been made/],
  ['an answer of another program', answering(200, '{"ok":true}'), /The change may have been made/],
])('after %s the client reports that the change may have been made', async (_, given, words) => {
  answer = given
  expect(await ask(true)).toEqual([OutcomeUnknown, expect.stringMatching(words)])
})

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['refused', answering(409, '{"message":"No."}'), /^No\.$/],
  ['too busy', answering(503, '{"message":"Try again."}'), /^Try again\.$/],
])('the client passes on the message of a service (%s)', async (_, given, words) => {
  answer = given
  expect(await ask(true)).toEqual([CommandError, expect.stringMatching(words)])
})

test.each([301, 308])('a %s redirect is not followed, and its target is printed', async (status) => {
  const asked: string[] = []
  answer = (response) => {
    asked.push(`${response.req.method} ${response.req.url}`)
    response.writeHead(status, { location: 'https://delivery.test/commands/promote' }).end()
  }
  expect(await ask(true)).toEqual([
    CommandError,
    expect.stringMatching(/ redirects to https:\/\/delivery\.test\/commands\/promote\. Nothing was changed/),
  ])
  expect(asked).toEqual(['POST /commands/promote'])
})

test('the client prints a line after waiting for two seconds', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = (response) => setTimeout(() => answering(409, '{"message":"No."}')(response), 2_200)
  await ask(true)
  expect(consoleError).toHaveBeenCalledWith(expect.stringMatching(/^Waiting up to 3 minutes for http/))
  consoleError.mockRestore()
})

test('the client waits longer for a check than fetch waits by default', async () => {
  // shortens fetch's own five-minute limit; restored below for later test files in this process
  runInThisContext(`fetch('data:,'); (() => {
    const key = Symbol.for('undici.globalDispatcher.1')
    const { [key]: dispatcher } = globalThis
    globalThis[key] = new dispatcher.constructor({ headersTimeout: 100 })
    globalThis.restoreFetch = () => { globalThis[key] = dispatcher }
  })()`)
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = (response) => setTimeout(() => answering(409, '{"message":"No."}')(response), 2_500)
  try {
    expect(await ask(true, verify)).toEqual([CommandError, 'No.'])
  } finally {
    runInThisContext('restoreFetch()')
  }
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^Waiting up to 15 minutes /))
  printed.mockRestore()
})

test('a failed read-only command has a plain message', async () => {
  answer = answering(500, '{"message":"The disk is full."}')
  expect(await ask(false)).toEqual([CommandError, 'The disk is full.'])
  answer = answering(200, '<html>')
  expect(await ask(false)).toEqual([CommandError, expect.stringMatching('sent an unreadable answer')])
})
