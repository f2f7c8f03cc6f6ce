import { createStore, deadlines, abortPendingChunks, type Store } from '@console/shared-kernel/core'
import { settle, type ComposedScreen } from './composition'
import { eventOf, failureEvent, report } from './events/events'
import { toRemoteFailure, type RemoteFailure } from './events/failure'
import { firstStep, stepAfter, type Step } from './releases/ladder'
import { buildId, sameFiles, type Candidate } from './releases/candidates'
import { attemptAt, loadScreenModule, spoil, type ScreenModule } from './screenModule'
import { beginVigil, endVigil } from './vigil/vigil'
import { within } from './within'

export type ScreenState =
  | { phase: 'loading'; slow: boolean }
  | { phase: 'ready'; candidate: Candidate; loaded: ScreenModule }
  | { phase: 'failed'; failure: RemoteFailure; candidate: Candidate }

/** One screen on its way into the page. React.lazy would keep a failure for ever; this can start again. */
export interface ScreenLoader {
  remote: string
  state: Store<ScreenState>
  /** Starts loading if nobody has yet, and anew after a failure: none is remembered longer than it is shown. */
  start: () => void
  /** Gives up whatever hangs and starts afresh. */
  retry: () => void
}

const loaders = new Map<string, ScreenLoader>()

/** One for as long as a screen may come from the same releases, whichever of them it comes from. */
export const screenKey = ({ remote, path, candidates }: ComposedScreen): string =>
  [remote, path, ...candidates.map(({ deployed }) => `${deployed.baseUrl}${buildId(deployed)}`)].join(' ')

export function screenLoader(screen: ComposedScreen): ScreenLoader {
  const key = screenKey(screen)
  const loader = loaders.get(key) ?? createLoader(screen)
  loaders.set(key, loader)
  return loader
}

export const isLoading = (remote: string): boolean =>
  [...loaders.values()].some((loader) => loader.remote === remote && loader.state.get().phase === 'loading')

function createLoader(screen: ComposedScreen): ScreenLoader {
  const { remote, path, candidates } = screen
  const state = createStore<ScreenState>({ phase: 'loading', slow: false })
  let run = 0
  let trying: { candidate: Candidate; attempt: number } | null = null

  /** Goes down the releases until one is there or none is left; a later run makes this one fall silent. */
  async function climb(from: number): Promise<void> {
    run += 1
    const mine = run
    const began = performance.now()
    const set = (next: ScreenState) => mine === run && state.set(next)
    set({ phase: 'loading', slow: false })
    const notice = setTimeout(() => set({ phase: 'loading', slow: true }), deadlines().noticeMs)
    let step: Step | null = firstStep(candidates, from)
    while (step && mine === run) {
      const candidate: Candidate = candidates[step.at]!
      const attempt = attemptAt(candidate)
      trying = { candidate, attempt }
      const result: ScreenModule | RemoteFailure = await attemptOf(candidate, path, attempt, step.final)
      if (mine !== run) break
      if ('Component' in result) {
        set({ phase: 'ready', candidate, loaded: result })
        settle(remote, candidate.deployed)
        break
      }
      spoil(candidate, attempt)
      const ms = Math.round(performance.now() - began)
      report(
        { ...eventOf(candidate), ...failureEvent(result), module: moduleAt(candidate, path), ms },
        result.cause,
      )
      step = stepAfter(candidates, step, result)
      if (result.phase === 'host') abortPendingChunks('@console/host')
      if (!step) set({ phase: 'failed', failure: result, candidate })
    }
    clearTimeout(notice)
    if (mine === run) trying = null
  }

  return {
    remote,
    state,
    start: () => {
      const used = candidates.findIndex(({ deployed }) => sameFiles(deployed, screen.deployed))
      if (run === 0) void climb(Math.max(0, used))
      else if (state.get().phase === 'failed') void climb(0)
    },
    retry: () => {
      if (trying) spoil(trying.candidate, trying.attempt)
      // a part of the console that hangs would hold up this attempt too
      abortPendingChunks('@console/host')
      void climb(0)
    },
  }
}

const moduleAt = ({ deployed }: Candidate, path: string): string =>
  deployed.release.screens.find((screen) => screen.path === path)!.module

async function attemptOf(
  candidate: Candidate,
  path: string,
  attempt: number,
  final: boolean,
): Promise<ScreenModule | RemoteFailure> {
  const { nextReleaseMs, giveUpMs } = deadlines()
  const vigil = `${buildId(candidate.deployed)}${path} arrives`
  beginVigil(vigil, buildId(candidate.deployed))
  try {
    const ms = final ? giveUpMs : Math.min(nextReleaseMs, giveUpMs)
    return await within(ms, loadScreenModule(candidate, moduleAt(candidate, path), attempt))
  } catch (error) {
    return toRemoteFailure(error, candidate.deployed.baseUrl)
  } finally {
    endVigil(vigil)
  }
}
