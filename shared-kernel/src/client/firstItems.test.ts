import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { startServer, type TestServer } from '../../testing/server'
import { connect } from './connection'
import { itemsAtStart, onFirstItems } from './firstItems'
import { http } from './http'

describe('the items at the start of a list that breaks off', () => {
  it.each<[string, unknown[]]>([
    ['', []],
    ['[', []],
    ['[{"a":1}', []],
    ['[{"a":1},', [{ a: 1 }]],
    ['[{"a":1},{"a":2},{"a"', [{ a: 1 }, { a: 2 }]],
    ['[{"a":"},"},{"a":2', [{ a: '},' }]],
    // the last comma stands inside an item
    ['[{"a":1},{"b":{"c":1},"d"', []],
    ['{"a":{},"b"', []],
    ['<html></html>', []],
  ])('%j are %j', (text, items) => expect(itemsAtStart(text)).toEqual(items))
})

describe('the first items', () => {
  const items = Array.from({ length: 1000 }, (_, id) => ({ id, name: `user${id}`.padEnd(30, 'x') }))
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    connect({ apiUrl: server.url, externalReportsUrl: server.url, timeZone: 'Europe/Madrid' })
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => server.reset())
  afterAll(() => server.close())

  /** Asks for a list that breaks off after so many characters, until `goOn` is called. */
  function ask(body: unknown[], at: number, status = 200) {
    let goOn: () => void = () => undefined
    const until = new Promise<void>((resolve) => (goOn = resolve))
    server.on('/list', { status, body, pause: { at, until } })
    const show = jest.fn<(first: readonly unknown[]) => void>()
    const arrived = jest.fn()
    const first = onFirstItems(show)
    const whole = http.get<unknown[]>('/list', {
      onDownloadProgress: (progress) => {
        first(progress)
        arrived()
      },
    })
    return { show, arrived, whole, goOn }
  }

  it('are there before the others have been sent, once', async () => {
    const { show, whole, goOn } = ask(items, 20_000)
    await waitFor(() => expect(show).toHaveBeenCalled())
    const first = show.mock.calls[0]![0]
    expect(first.length).toBeGreaterThan(100)
    expect(first).toEqual(items.slice(0, first.length))
    goOn()
    expect((await whole).data).toEqual(items)
    expect(show).toHaveBeenCalledTimes(1)
  })

  it('are none of an answer that says no', async () => {
    const { show, arrived, whole, goOn } = ask(items, 20_000, 500)
    await waitFor(() => expect(arrived).toHaveBeenCalled())
    goOn()
    await expect(whole).rejects.toMatchObject({ status: 500 })
    expect(show).not.toHaveBeenCalled()
  })

  it('are none of a short list', async () => {
    const { show, arrived, whole, goOn } = ask(items.slice(0, 50), 1_000)
    await waitFor(() => expect(arrived).toHaveBeenCalled())
    goOn()
    expect((await whole).data).toHaveLength(50)
    expect(show).not.toHaveBeenCalled()
  })
})
