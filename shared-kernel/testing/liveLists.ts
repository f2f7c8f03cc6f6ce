import { afterEach, beforeEach, expect, jest } from '@jest/globals'
import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { configure, waitFor } from '@testing-library/react'
import { liveStore } from '../src/client/live'
import { createQueryClient } from '../src/client/queryClient'
import { leaveSession, rememberSession } from '../src/client/storedSession'
import { followChanges } from '../src/lists/liveLists'
import { listQuery } from '../src/lists/listQueries'
import { connectTo } from './connectedServer'
import { type EventServer, frame, startEventServer } from './eventServer'
import { inLines } from './server'
import { giveLocks, takeLocks } from './tabs'

/** Sets up a test file: a signed-in page that can follow the changes in a list of users. */
export function liveLists() {
  configure({ asyncUtilTimeout: 5_000 })
  const VIEWER = 7
  const PATH = '/api/Users/children'
  const query = listQuery('users', PATH)
  const user = (userId: number, userName = `user ${userId}`) => ({ userId, userName, level: 6 })

  /** What each test has of its own. The page stops following once `ending` is aborted. */
  const page = {} as { server: EventServer; client: QueryClient; ending: AbortController }
  let position = 0
  const signIn = (token: string) =>
    rememberSession(token, { userId: VIEWER, userName: 'me', level: 4, nameClient: '' })
  /** Makes the page ready to follow again. */
  const restart = () => {
    page.ending = new AbortController()
    position = 0
  }
  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    // every random wait is as short as possible
    jest.spyOn(Math, 'random').mockReturnValue(0)
    giveLocks()
    page.server = await startEventServer()
    connectTo(page.server.url)
    signIn('t')
    page.client = createQueryClient()
    restart()
  })
  afterEach(async () => {
    page.ending.abort()
    leaveSession()
    page.client.clear()
    takeLocks()
    jest.restoreAllMocks()
    await page.server.close()
  })

  const answer = (users: object[]) => page.server.on(PATH, inLines(users))
  const read = () => page.client.fetchQuery({ ...query, staleTime: 0 })
  const list = () => page.client.getQueryData(query.queryKey)!
  const names = () => list().rows.map(({ userName }) => userName)
  const reads = () => page.server.paths.filter((path) => path === PATH).length
  const isCovered = (queryKey: QueryKey = query.queryKey) =>
    liveStore.get()!.covers(page.client.getQueryCache().find({ queryKey })!)
  /** Shows the list on a screen. @returns a function that leaves it */
  const show = (options: { staleTime?: number; retry?: false } = { staleTime: Infinity }) =>
    new QueryObserver(page.client, { ...query, ...options }).subscribe(() => undefined)

  async function live() {
    followChanges(page.client, page.ending.signal, null)
    await waitFor(() => expect(page.server.streams).toHaveLength(1))
    await send(frame('start', {}, '0'))
    await waitFor(() => expect(liveStore.get()?.lostAt).toBeNull())
  }
  const send = async (text: string) => page.server.streams.at(-1)!.send(text)
  const rows = (...users: object[]) => ({ rows: users, removed: [] })
  const by = (actorId: number) => ({
    id: (position += 1),
    kind: 'user.update',
    actor: { userId: actorId, userName: 'x' },
  })
  /** A change as the API sends it: first the list event, then the activity event. */
  const change = (name: string, data: object, actorId = 2): string => {
    const activity = by(actorId)
    return frame(name, data) + frame('activity', activity, String(activity.id))
  }
  return {
    ...{
      VIEWER,
      PATH,
      query,
      user,
      page,
      signIn,
      restart,
      answer,
      read,
      list,
      names,
      reads,
      isCovered,
      show,
    },
    ...{ live, send, rows, by, change },
  }
}
