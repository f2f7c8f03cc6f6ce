import { createStore } from '@console/shared-kernel/core'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote/documents'
import { compositionStore, countedUserId } from '../composition'
import { fetchEnvironment } from '../environment'
import { lastRemoteEvent, onRemoteEvent } from '../events/events'
import { changesBetween, madeOf } from './changes'

const LOOK_EVERY_MS = 60_000
const ANSWER_TIMEOUT_MS = 10_000

/** Whether a reload would bring something new that is there to be loaded. */
const readyStore = createStore(false)

let looking = false

async function look(): Promise<void> {
  const { environment } = compositionStore.get()
  if (!environment || looking || document.visibilityState === 'hidden') return
  looking = true
  try {
    readyStore.set(await hasUpdate(environment))
  } catch {
    // a document that cannot be read now says nothing of what is new
  } finally {
    looking = false
  }
}

async function hasUpdate(page: Environment): Promise<boolean> {
  const { environment: served } = await fetchEnvironment()
  const userId = countedUserId()
  const changed = changesBetween(madeOf(page, userId), madeOf(served, userId))
  if (!changed) return false
  const answers = await Promise.all(changed.map((deployed) => doesAnswer(deployed, originsOf(page))))
  return answers.every(Boolean)
}

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
  const unsubscribe = readyStore.subscribe(listener)
  followers += 1
  if (followers === 1) stopLooking = startLooking()
  return () => {
    unsubscribe()
    followers -= 1
    if (followers === 0) stopLooking()
  }
}

function startLooking(): () => void {
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  const lookNow = () => void look()
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

export const updateStore = { get: readyStore.get, subscribe: follow }
