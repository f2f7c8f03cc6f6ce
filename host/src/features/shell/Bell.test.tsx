import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { CurrentUserContext, liveStore, pausedAtStore, sessionStore } from '@console/shared-kernel/host'
import { aUser, renderAt, serverForTests, updateFeatures } from '@console/shared-kernel/testing/page'
import { Shell } from './Shell'

const server = serverForTests()
const OVERVIEW = {
  path: '/overview',
  label: 'Overview',
  icon: 'M1 1h2v2z',
  levels: [1, 2, 3, 4, 5],
  feature: 'overview',
  prefetch: () => undefined,
}
const USERS = { path: '/', label: 'Users', icon: 'people', prefetch: () => undefined }
/** The answer contains only the number, however large it is. */
const TOTAL = '/api/attention?only=total'
const NOT_FAKED = ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] as const
const found = (total: number) => ({ body: { findings: [], total, machineIds: [] } })

function show({ level = 2, navigation = [USERS, OVERVIEW] } = {}) {
  const area = (
    <CurrentUserContext value={aUser({ level })}>
      <Shell navigation={navigation} notices={null} panel={null} AboutDialog={() => null}>
        <h1>Screen</h1>
      </Shell>
    </CurrentUserContext>
  )
  return renderAt('/', { '*': area })
}
const bell = () => screen.queryByRole('link', { name: /^Attention/ })

beforeEach(() => {
  updateFeatures({ features: { attention: {}, overview: {} } })
  server().on('/api/attention', found(3))
})
afterEach(() => {
  act(() => updateFeatures({}))
  jest.useRealTimers()
})

describe('the bell', () => {
  test('shows how many findings need attention, links to them, and reads the number each minute', async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKED] })
    show()
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention: 3'))
    expect(bell()).toHaveAttribute('href', '/overview?view=attention')
    server().on('/api/attention', found(0))
    await act(() => jest.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention'))
  })

  test('has the number in its accessible name, even above 99', async () => {
    server().on('/api/attention', found(103))
    show()
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention: 99+'))
    expect(bell()).toHaveTextContent('99+')
  })

  test('does not read the number each minute while the stream of changes keeps it current', async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKED] })
    const up = { lostAt: null, covers: () => true, announced: {}, lastAnnounced: 0 }
    act(() => liveStore.set(up))
    show()
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention: 3'))
    await act(() => jest.advanceTimersByTimeAsync(130_000))
    expect(server().paths()).toEqual([TOTAL])
    // events of the stream wait while a screen is paused
    act(() => pausedAtStore.set(Date.now()))
    await act(() => jest.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(server().paths()).toHaveLength(2))
    act(() => pausedAtStore.set(null))
    await act(() => jest.advanceTimersByTimeAsync(130_000))
    expect(server().paths()).toHaveLength(2)
    act(() => liveStore.set({ ...up, lostAt: Date.now() }))
    await act(() => jest.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(server().paths()).toHaveLength(3))
    act(() => liveStore.set(null))
  })

  test('shows no number if it cannot be read', async () => {
    server().on('/api/attention', { status: 403, body: { message: 'no' } })
    show()
    await waitFor(() => expect(server().paths()).toEqual([TOTAL]))
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention'))
  })

  test('stays, and makes no request, while a sign-in covers the screen', async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKED] })
    const user = aUser({ level: 2 })
    act(() => sessionStore.set({ token: 't', user }))
    // another user resets the features: the answer about the current user would set them again
    updateFeatures({ features: { attention: {}, overview: {} } })
    show()
    await waitFor(() => expect(bell()).toHaveAccessibleName('Attention: 3'))
    act(() => sessionStore.set({ token: null, user: null, interrupted: { token: 't', user } }))
    await act(() => jest.advanceTimersByTimeAsync(130_000))
    expect(server().paths()).toEqual([TOTAL])
    expect(bell()).toHaveAccessibleName('Attention: 3')
    act(() => sessionStore.set({ token: 't2', user }))
    await waitFor(() => expect(server().paths()).toHaveLength(2))
    await act(() => jest.advanceTimersByTimeAsync(61_000))
    await waitFor(() => expect(server().paths()).toHaveLength(3))
  })

  test.each([
    ['the server has no findings', { overview: {} }, {}],
    ['the server has no overview', { attention: {} }, {}],
    ['another server has neither', {}, {}],
    ['the remote is not there', { attention: {}, overview: {} }, { navigation: [USERS] }],
    ['the level has no overview', { attention: {}, overview: {} }, { level: 6 }],
  ])('is absent and makes no request if %s', (_, features, over) => {
    updateFeatures({ features })
    show(over)
    expect(bell()).not.toBeInTheDocument()
    const hasEntry = 'overview' in features && !('navigation' in over) && !('level' in over)
    expect(screen.queryAllByRole('link', { name: 'Overview' })).toHaveLength(hasEntry ? 1 : 0)
    expect(server().calls).toEqual([])
  })
})
