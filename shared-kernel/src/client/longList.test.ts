import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { serverForTests } from '../../testing/screen'
import { fetchLongList, piecesOf } from './longList'

const server = serverForTests()
const read = (signal = new AbortController().signal) =>
  fetchLongList('/list', (items) => items.map((item) => JSON.stringify(item)), signal)

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
          expect([...piecesOf(text, pieceChars)].flat()).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('is read in several pieces', () => {
    const text = JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id })))
    expect([...piecesOf(text, 1)].map(({ length }) => length)).toEqual(Array(10).fill(1))
  })

  it.each([['{}'], [''], ['[1'], ['[{"a":1},{"b":]'], ['[{"a":1}{"b":2}]'], ['<html></html>'], ['[}]']])(
    '%j is none',
    (text) => expect(() => [...piecesOf(text, 1)]).toThrow(SyntaxError),
  )
})

describe('a list that may be long', () => {
  it('comes whole, although the page goes on meanwhile', async () => {
    const items = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `machine ${id}` }))
    server().on('/list', { body: items })
    expect(await read()).toEqual(items.map((item) => JSON.stringify(item)))
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
