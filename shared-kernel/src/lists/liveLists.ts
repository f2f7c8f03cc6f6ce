import type { Query, QueryClient } from '@tanstack/react-query'
import { currentConnection } from '../client/connect'
import { type EventState, shareEvents } from '../client/events/sharedEvents'
import { featuresStore } from '../client/features'
import { type Live, liveStore, pausedAtStore } from '../client/live'
import { patchQueryData } from './listQueries'
import { invalidateAll } from '../client/queryClient'
import { gamesQuery } from '../client/sharedQueries'
import { screenUser, sessionStore } from '../client/storedSession'
import type { Activity } from '../contracts/activity'
import type { ListEventName, ServerEvent } from '../contracts/events'
import { normaliseGames, type Game } from '../contracts/game'
import { asRecord, isRecord, readFilledText } from '../contracts/wireReaders'
import { CellMarks } from './cellMarks'
import { changeListed } from './changeListed'
import { type Identity, LIST_KINDS, type ListRows, type RowChange } from './listKinds'
import { lists } from './lists'
import { isLive, rereadAttention, rereadLists, restartRefreshes, whenIdle } from './rereadLists'

/** The page applies events this often, in milliseconds, because each batch re-renders its lists. */
const BATCH_MS = 200
/** The maximum number of events queued while a screen is paused; beyond it, everything is read again. */
const MAX_WAITING = 4_000
/** Rereads are spread over this many milliseconds, because all consoles receive the event at once. */
const MAX_REREAD_DELAY_MS = 3_000

/** Follows the changes in each session whose server has a stream, until the signal is aborted. */
export function followSessions(client: QueryClient, signal: AbortSignal): void {
  let [followed, ending]: [string | null, AbortController | null] = [null, null]
  let hasFollowed = false
  const followCurrentSession = () => {
    const events = featuresStore.get()['events']
    const session = sessionStore.get()
    const isOffered = isRecord(events) && session.user !== null && !signal.aborted
    const token = isOffered ? session.token : null
    if (token === followed) return
    followed = token
    ending?.abort()
    ending = token === null ? null : new AbortController()
    if (!ending) return
    // a new session of an open screen reads its lists before the server sends its position
    const isResumed = hasFollowed && client.getQueryCache().getAll().some(isLive)
    hasFollowed = true
    const position = readFilledText(asRecord(events)['position']) ?? null
    followChanges(client, ending.signal, isResumed ? null : position)
  }
  const unsubscribe = [featuresStore, sessionStore].map((store) => store.subscribe(followCurrentSession))
  signal.addEventListener('abort', () => {
    for (const each of unsubscribe) each()
    followCurrentSession()
  })
  followCurrentSession()
}

/**
 * Applies changes on the server to the cached lists, until the signal is aborted.
 * @param position from before the first list was read, if the server sent one: then no list needs to be read
 * again
 */
export function followChanges(client: QueryClient, signal: AbortSignal, position: string | null): void {
  const userId = screenUser()?.userId
  if (userId === undefined || signal.aborted) return
  const coverage = new Coverage(client, position !== null)
  const batch = new Batch(client, userId)
  const onState = (state: EventState, isGap: boolean) => {
    const { isUp, heardAt, events } = state
    const before = liveStore.get()
    const isReset = isGap || events.some(({ name }) => name === 'start' || name === 'again')
    // another tab's stream was past the position of this tab's lists
    const isLate = !before && position !== state.before
    if (isReset || isLate) coverage.reset()
    if (isGap || isLate) batch.add([{ name: 'again' }])
    if (isUp && before && before.lostAt !== null) restartRefreshes(client)
    batch.add(events)
    const lostAt = isUp ? null : heardAt
    if (!before || isReset || before.lostAt !== lostAt) {
      const { announced, lastAnnounced } = before ?? NOTHING_ANNOUNCED
      // the stream does not report what has been removed in the meantime
      liveStore.set({ lostAt, covers: coverage.covers, announced: isReset ? {} : announced, lastAnnounced })
    }
  }
  signal.addEventListener('abort', () => {
    batch.stop()
    coverage.stop()
    liveStore.set(null)
  })
  void shareEvents({ name: `${currentConnection().apiUrl} ${userId}`, position, signal, onState })
}

const NOTHING_ANNOUNCED: Pick<Live, 'announced' | 'lastAnnounced'> = { announced: {}, lastAnnounced: 0 }

/** @param added by others @param removed by anybody */
export function announce(kind: Listed, added: readonly Identity[], removed: readonly Identity[]): void {
  const live = liveStore.get()
  if (!live || added.length + removed.length === 0) return
  const ofKind = new Map(live.announced[kind])
  added.forEach((identity, index) => ofKind.set(identity, live.lastAnnounced + index + 1))
  for (const identity of removed) ofKind.delete(identity)
  const announced = { ...live.announced, [kind]: ofKind }
  liveStore.set({ ...live, announced, lastAnnounced: live.lastAnnounced + added.length })
}

/** Tracks the queries that were read since the stream began, and so have all changes. */
class Coverage {
  private fetched = new WeakSet<Query>()
  private read = new WeakSet<Query>()
  private coversAll: boolean
  readonly stop: () => void

  /** @param coversAll no list was read before the stream begins */
  constructor(client: QueryClient, coversAll: boolean) {
    this.coversAll = coversAll
    this.stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'fetch') this.fetched.add(query)
      if (action.type === 'success' && action.manual !== true && this.fetched.has(query)) this.read.add(query)
    })
  }

  // after a failure, queries that should have been reread are still outdated
  readonly covers = (query: Query): boolean =>
    isLive(query) && query.state.status !== 'error' && (this.coversAll || this.read.has(query))

  reset(): void {
    this.coversAll = false
    this.fetched = new WeakSet()
    this.read = new WeakSet()
  }
}

type Listed = 'users' | 'machines'

/** Collects events for a moment, and then changes each list once. */
class Batch {
  private events: ServerEvent[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private rereadTimer: ReturnType<typeof setTimeout> | undefined
  private attention: ReturnType<typeof setTimeout> | undefined
  private readonly marks = new CellMarks()
  private readonly client: QueryClient
  private readonly viewerId: number

  constructor(client: QueryClient, viewerId: number) {
    this.client = client
    this.viewerId = viewerId
  }

  add(events: readonly ServerEvent[]): void {
    this.events.push(...events)
    if (this.events.length > MAX_WAITING) this.events = [{ name: 'again' }]
    if (this.events.length > 0) this.timer ??= setTimeout(() => this.applyOnceIdle(), BATCH_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
    clearTimeout(this.rereadTimer)
    clearTimeout(this.attention)
    this.marks.stop()
  }

  /**
   * Waits for searches in progress: if they take longer than the interval, changes would keep them from
   * finishing.
   */
  private applyOnceIdle(): void {
    if (pausedAtStore.get() !== null || lists.worker?.searches.size)
      this.timer = setTimeout(() => this.applyOnceIdle(), BATCH_MS)
    else this.apply()
  }

  private apply(): void {
    const { client, events, viewerId } = this
    this.events = []
    this.timer = undefined
    const own = ownRows(events, viewerId)
    this.marks.expect()
    for (const kind of ['users', 'machines'] as const) {
      const changes = this.changesOf(kind, events)
      if (changes.length === 0) continue
      const added = [...changeListed(client, kind, changes)].filter((identity) => !own.has(identity))
      const removed = changes.flatMap((change) => ('remove' in change ? [change.remove] : []))
      announce(kind, added, removed)
    }
    changeGames(client, events)
    const activity = events.flatMap((event) => (event.name === 'activity' ? [event.row] : []))
    if (activity.length > 0) addActivity(client, activity)
    if (events.some(({ name }) => name === 'again'))
      this.rereadTimer ??= setTimeout(() => {
        this.rereadTimer = undefined
        invalidateAll(client)
      }, Math.random() * MAX_REREAD_DELAY_MS)
    else if (events.some(({ name }) => name === 'subtree')) rereadLists(client)
    if (events.some(({ name }) => name === 'attention'))
      this.attention ??= setTimeout(() => {
        this.attention = undefined
        rereadAttention(client)
      }, Math.random() * MAX_REREAD_DELAY_MS)
  }

  private changesOf<Kind extends Listed>(
    kind: Kind,
    events: readonly ServerEvent[],
  ): RowChange<ListRows[Kind]>[] {
    const normalise = LIST_KINDS[kind].normalise as (wire: unknown) => ListRows[Kind] | null
    return changesIn(kind, events).flatMap(({ rows, removed }) => [
      ...rows.map(normalise).flatMap((put) => (put ? [{ put, ifListed: this.isViewer(kind, put) }] : [])),
      ...removed.map((remove) => ({ remove })),
    ])
  }

  /** Some lists of users contain the viewer, others only the users below. */
  private isViewer(kind: Listed, row: ListRows[Listed]): boolean {
    return kind === 'users' && LIST_KINDS.users.identityOf(row as ListRows['users']) === this.viewerId
  }
}

const changesIn = (name: ListEventName, events: readonly ServerEvent[]) =>
  events.flatMap((event) => (event.name === name ? [event] : []))

/** Ids of rows that the viewer has changed, here or elsewhere: an activity row follows the list changes. */
function ownRows(events: readonly ServerEvent[], viewerId: number): ReadonlySet<Identity | null> {
  const own = new Set<Identity | null>()
  let since: Identity[] = []
  for (const event of events) {
    if (event.name === 'users')
      since.push(...event.rows.map((row) => LIST_KINDS.users.normalise(row)?.userId ?? ''))
    if (event.name === 'machines')
      since.push(...event.rows.map((row) => LIST_KINDS.machines.normalise(row)?.id ?? ''))
    if (event.name !== 'activity') continue
    if (event.row.actor?.userId === viewerId) for (const id of since) own.add(id)
    since = []
  }
  return own
}

/** The list is short, so it is read again if a read is under way. */
function changeGames(client: QueryClient, events: readonly ServerEvent[]): void {
  const changes = changesIn('games', events)
  if (changes.length === 0) return
  void patchQueryData<Game[]>(client, gamesQuery.queryKey, (games) => {
    const byId = new Map(games.map((game) => [game.id, game]))
    for (const { rows, removed } of changes) {
      for (const game of normaliseGames(rows)) byId.set(game.id, game)
      for (const id of removed) byId.delete(Number(id))
    }
    return [...byId.values()]
  })
}

/** A read in progress has older data, so it gets the rows when it has ended. */
function addActivity(client: QueryClient, rows: readonly Activity[]): void {
  for (const query of client.getQueryCache().getAll()) {
    const add = query.meta?.live
    if (typeof add !== 'function') continue
    whenIdle(query, () => {
      const { data } = query.state
      if (data !== undefined) query.setState({ data: add(data as never, rows) })
    })
  }
}
