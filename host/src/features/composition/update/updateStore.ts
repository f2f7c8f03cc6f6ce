import { createStore } from '@console/shared-kernel/core'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote'
import { compositionStore, countedUserId } from '../composition'
import { fetchEnvironment, pageRevision } from '../environment'
import { lastRemoteEvent, onRemoteEvent } from '../events/events'
import { bucketOfBrowser } from '../startedPage'
import { changesBetween, madeOf } from './changes'

const LOOK_EVERY_MS = 60_000
/** A hidden tab asks every tenth time: it may have to reload all the same. */
const HIDDEN_ROUNDS = 10
const ANSWER_TIMEOUT_MS = 10_000

/** `required`: the environment asks for a revision that this page was not made from. */
export type UpdateState = 'none' | 'ready' | 'required'

/** What a reload would bring that is there to be loaded. */
const updates = createStore<UpdateState>('none')

let looking = false

async function look(): Promise<void> {
  const { environment } = compositionStore.get()
  if (!environment || looking) return
  looking = true
  try {
    updates.set(await updateOf(environment))
  } catch {
    // a document that cannot be read now says nothing of what is new
  } finally {
    looking = false
  }
}

async function updateOf(page: Environment): Promise<UpdateState> {
  const { environment: served } = await fetchEnvironment()
  const reader = { userId: countedUserId(), bucket: bucketOfBrowser() }
  const changed = changesBetween(madeOf(page, reader), madeOf(served, reader))
  const required = isRequired(served)
  if (!changed && !required) return 'none'
  const answers = await Promise.all((changed ?? []).map((one) => doesAnswer(one, originsOf(page))))
  if (!answers.every(Boolean)) return 'none'
  return required ? 'required' : 'ready'
}

/** Never where a reload would not bring the revision: the tab would reload again and again. */
const isRequired = ({ revision = 0, minimumRevision = 0 }: Environment): boolean =>
  minimumRevision > pageRevision() && revision >= minimumRevision

const originsOf = ({ remotes }: Environment): Set<string> =>
  new Set(Object.values(remotes).map(({ baseUrl }) => new URL(baseUrl).origin))

/** An origin that this page's policy does not name cannot be asked; the next page's policy will name it. */
async function doesAnswer({ baseUrl, release }: DeployedRelease, origins: Set<string>): Promise<boolean> {
  if (!origins.has(new URL(baseUrl).origin)) return true
  const { ok } = await fetch(baseUrl + release.entry, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  return ok
}

let followers = 0
let stopLooking = () => {}

/** Looks for as long as somebody follows: now and then, when the tab is looked at again, when a remote fails. */
function follow(listener: () => void): () => void {
  const unsubscribe = updates.subscribe(listener)
  followers += 1
  if (followers === 1) stopLooking = startLooking()
  let following = true
  return () => {
    if (!following) return
    following = false
    unsubscribe()
    followers -= 1
    if (followers === 0) stopLooking()
  }
}

function startLooking(): () => void {
  let rounds = 0
  const timer = setInterval(() => {
    rounds += 1
    if (document.visibilityState === 'visible' || rounds % HIDDEN_ROUNDS === 0) void look()
  }, LOOK_EVERY_MS)
  const lookNow = () => {
    if (document.visibilityState === 'visible') void look()
  }
  document.addEventListener('visibilitychange', lookNow)
  const forgetEvents = onRemoteEvent(() => {
    if (lastRemoteEvent()?.phase === 'load') lookNow()
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookNow)
    forgetEvents()
  }
}

export const updateStore = { get: updates.get, subscribe: follow }
