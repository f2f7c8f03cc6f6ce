import { describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { serverForTests } from '../../testing/screen'
import { fetchLongList, pieceReader } from './longList'

const server = serverForTests()
const textOf = (item: unknown) => (item === null ? null : JSON.stringify(item))
const textsOf = (items: readonly unknown[]) => items.map(textOf)
const read = (showFirst?: (items: string[]) => void) =>
  fetchLongList('/list', {
    normalise: textOf,
    identityOf: (text) => text,
    signal: new AbortController().signal,
    showFirst,
  })
const piecesOf = (text: string, pieceChars?: number) => [...pieceReader(pieceChars)(text, true)]

describe('a JSON array, read in pieces', () => {
  it('gives the items that it has, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.constant({ a: '},{' })),
        ),
        fc.nat(30),
        fc.boolean(),
        (items, pieceChars, spaced) => {
          const text = JSON.stringify(items, null, spaced ? 2 : 0)
          expect(piecesOf(text, pieceChars).flat()).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('gives the same while its text grows, nothing twice and nothing late', () => {
    const items = fc.array(fc.oneof(fc.jsonValue(), fc.constant({ a: '},{' })))
    fc.assert(
      fc.property(items, fc.array(fc.nat(40)), fc.boolean(), (values, steps, spaced) => {
        const text = JSON.stringify(values, null, spaced ? 2 : 0)
        // -0 is 0 in JSON
        const list = JSON.parse(text) as unknown[]
        const readOn = pieceReader(1)
        const ends = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0))
        const early = ends.flatMap((end) => [...readOn(text.slice(0, end), false)].flat())
        expect(early).toEqual(list.slice(0, early.length))
        expect([...early, ...[...readOn(text, true)].flat()]).toEqual(list)
      }),
    )
  })

  it('is known to be none as soon as its text begins otherwise', () =>
    expect(() => [...pieceReader()(' {"a"', false)]).toThrow(SyntaxError))

  it('is read in several pieces', () => {
    const text = JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id })))
    expect(piecesOf(text, 1).map(({ length }) => length)).toEqual(Array(10).fill(1))
  })

  it.each([['{}'], [''], ['[1'], ['[{"a":1},{"b":]'], ['[{"a":1}{"b":2}]'], ['<html></html>'], ['[}]']])(
    '%j is none',
    (text) => expect(() => piecesOf(text, 1)).toThrow(SyntaxError),
  )
})

describe('a list that may be long', () => {
  it('comes whole, although the page goes on meanwhile', async () => {
    const items = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `machine ${id}` }))
    server().on('/list', { body: items })
    expect(await read()).toEqual(textsOf(items))
  })

  it('has each item once, and none that cannot be used', async () => {
    server().on('/list', { body: [{ id: 1 }, null, { id: 2 }, { id: 1 }] })
    expect(await read()).toEqual(['{"id":1}', '{"id":2}'])
  })

  describe('whose first items are wanted', () => {
    const items = Array.from({ length: 1000 }, (_, id) => ({ id, name: `user${id}`.padEnd(30, 'x') }))

    /** Asks for a list that breaks off after so many characters, until `goOn` is called. */
    function ask(body: unknown[], at: number, status = 200) {
      let goOn: () => void = () => undefined
      const until = new Promise<void>((resolve) => (goOn = resolve))
      server().on('/list', { status, body, pause: { at, until } })
      const show = jest.fn<(first: string[]) => void>()
      return { show, whole: read(show), goOn }
    }

    it('shows them before the others have been sent, once', async () => {
      const { show, whole, goOn } = ask(items, 20_000)
      await waitFor(() => expect(show).toHaveBeenCalled())
      const first = show.mock.calls[0]![0]
      expect(first.length).toBeGreaterThan(100)
      expect(first).toEqual(textsOf(items.slice(0, first.length)))
      goOn()
      expect(await whole).toEqual(textsOf(items))
      expect(show).toHaveBeenCalledTimes(1)
    })

    it.each<[string, unknown[], number, number]>([
      ['an answer that says no', items, 20_000, 500],
      ['a short list', items.slice(0, 50), 1_000, 200],
    ])('shows none of %s', async (_, body, at, status) => {
      const { show, whole, goOn } = ask(body, at, status)
      const settled = whole.then(
        (list) => list.length,
        (error: { status: number }) => error.status,
      )
      await waitFor(() => expect(server().paths()).toEqual(['/list']))
      goOn()
      expect(await settled).toBe(status === 200 ? body.length : status)
      expect(show).not.toHaveBeenCalled()
    })
  })

  it('that breaks off for good is none, and nothing is left behind', async () => {
    server().on('/list', { body: '[{"a":1},{"a"' })
    await expect(read()).rejects.toMatchObject({ message: '/list answered no list' })
  })

  it.each([['{"a":1}'], ['<html></html>'], ['']])('%j is no list', async (body) => {
    server().on('/list', { body })
    await expect(read()).rejects.toMatchObject({ name: 'CallError', message: '/list answered no list' })
  })

  it('that is refused says what the server said', async () => {
    server().on('/list', { status: 403, body: { message: 'not yours' } })
    await expect(read()).rejects.toMatchObject({ status: 403, message: 'not yours', said: 'not yours' })
    server().on('/list', { status: 502, body: '<html></html>', headers: { 'Content-Type': 'text/html' } })
    await expect(read()).rejects.toMatchObject({ status: 502, message: 'Bad Gateway' })
  })
})
