import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act } from '@testing-library/react'
import { mockLayout } from '../../testing/layout'
import { people, show, table } from '../../testing/peopleTable'
import { connect } from '../client/connect'
import { CellMarks } from './cellMarks'

let marks: CellMarks
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  mockLayout()
  connect({ apiUrl: '', externalReportsUrl: '', timeZone: 'Europe/Madrid' })
  marks = new CellMarks()
})
afterEach(() => {
  marks.stop()
  jest.useRealTimers()
})

const marked = () => [...document.querySelectorAll('td.changed')].map(({ textContent }) => textContent)
const renamed = (name: string) => people(3).with(1, { id: 2, name })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test('only cells whose content has changed are marked, for one second', async () => {
  const { rerender } = show({ rows: people(3) })
  marks.expect()
  rerender(table({ rows: renamed('new') }))
  await pass(0)
  expect(marked()).toEqual(['new'])
  await pass(900)
  marks.expect()
  rerender(table({ rows: renamed('newer') }))
  await pass(900)
  expect(marked()).toEqual(['newer'])
  await pass(200)
  expect(marked()).toEqual([])
})

test('rows that are added, removed or moved are not marked, nor are unexpected changes', async () => {
  const { rerender } = show({ rows: people(3) })
  marks.expect()
  rerender(table({ rows: [...people(4).slice(1).toReversed(), { id: 9, name: 'added' }] }))
  await pass(0)
  expect(marked()).toEqual([])
  await pass(600)
  rerender(table({ rows: renamed('refreshed') }))
  await pass(0)
  expect(marked()).toEqual([])
})
