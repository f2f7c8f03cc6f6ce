import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { connectedServer } from '../../testing/connectedServer'
import { featuresStore, useFeature } from './features'
import { fetchCurrentUser } from './session'
import { endSession, leaveSession, rememberSession } from './storedSession'
import { holdUnsavedChanges } from './unsavedChanges'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: 'Ana' }
const server = connectedServer()
afterEach(endSession)

const answerWith = (fields: object) => server().on('/api/Users/current', { body: { ...ana, ...fields } })
async function answer(fields: object) {
  answerWith(fields)
  await act(fetchCurrentUser)
}
const feature = (name: string) => renderHook(() => useFeature(name)).result.current

test('the features are those of the latest answer about the current user, and are not stored', async () => {
  rememberSession('t', ana)
  const trend = renderHook(() => useFeature('trend'))
  expect(trend.result.current).toBeUndefined()
  await answer({ features: { trend: {}, activity: { days: 90 } } })
  expect(trend.result.current).toEqual({})
  expect(feature('activity')).toEqual({ days: 90 })
  expect(feature('events')).toBeUndefined()
  expect(localStorage.getItem('user')).toBe(JSON.stringify(ana))
  await answer({ features: { activity: {} } })
  expect(trend.result.current).toBeUndefined()
})

test.each([undefined, null, 'trend', ['trend'], 7, true])('%p counts as no features', async (features) => {
  rememberSession('t', ana)
  await answer({ features: { trend: {} } })
  await answer({ features })
  expect(featuresStore.get()).toEqual({})
})

test('an entry that is not an object is ignored, and so is a name that every object has', async () => {
  rememberSession('t', ana)
  await answer({ features: { trend: true, activity: [], events: null, overview: {} } })
  const offered = ['trend', 'activity', 'events', 'constructor', '__proto__'].filter(feature)
  expect(offered).toEqual([])
  expect(feature('overview')).toEqual({})
})

test.each([
  ['ends', endSession],
  ['is left', leaveSession],
  ['is replaced by another', () => rememberSession('t2', { ...ana, userId: 8 })],
])('features are forgotten when the session %s', async (_, leave) => {
  rememberSession('t', ana)
  await answer({ features: { trend: {} } })
  const trend = renderHook(() => useFeature('trend'))
  expect(trend.result.current).toEqual({})
  act(leave)
  expect(trend.result.current).toBeUndefined()
})

describe('while a form with unsaved edits is interrupted', () => {
  let letGo: () => void
  beforeEach(() => void (letGo = holdUnsavedChanges()))
  afterEach(() => letGo())

  test.each([
    ['are kept while it waits', () => {}, { trend: {} }],
    ['are kept when the same user signs in again', () => rememberSession('t2', ana), { trend: {} }],
    ['are forgotten when somebody else does', () => rememberSession('t2', { ...ana, userId: 8 }), {}],
    ['are forgotten when the user leaves', leaveSession, {}],
  ])('features %s', async (_, happens, kept) => {
    rememberSession('t', ana)
    await answer({ features: { trend: {} } })
    endSession()
    happens()
    expect(featuresStore.get()).toEqual(kept)
  })
})

test('the answer that first says who the user is has features too', async () => {
  rememberSession('t', { ...ana, userId: 0 })
  await answer({ features: { trend: {} } })
  expect(feature('trend')).toEqual({})
})

test('an answer to the previous session sets no features for the next one', async () => {
  rememberSession('t', ana)
  answerWith({ features: { trend: {} } })
  const asked = fetchCurrentUser()
  rememberSession('t2', { ...ana, userId: 8 })
  await asked
  expect(featuresStore.get()).toEqual({})
})
