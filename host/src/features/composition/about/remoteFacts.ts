import type { ResolvedScreens } from '../composition'
import type { LoadTimes, RemoteEvent } from '../eventLog/eventLog'

export interface RemoteFacts {
  remote: string
  version: string
  build: string
  source: string
  state: 'Not opened' | 'Loading' | 'Ready' | 'Failed' | 'Left out'
  kernel: string
  /** Whether its record lists the names that it imports from the host. */
  namesKnown: boolean
  /** Of the screen loaded last; null if none was. */
  times: LoadTimes | null
  lastError: string
}

/** In the environment's order, remotes with a fault last. */
export function factsOf(
  { remotes, faults }: Pick<ResolvedScreens, 'remotes' | 'faults'>,
  events: readonly RemoteEvent[],
  isLoading: (remote: string) => boolean,
): RemoteFacts[] {
  const used = remotes.map(({ name, inUse: { place, release } }): RemoteFacts => {
    const { version, build, kernel, imports } = release
    const own = events.filter((event) => event.remote === name)
    const ofBuild = own.filter((event) => event.build === build)
    const last = ofBuild.at(-1)
    return {
      remote: name,
      version,
      build,
      source: place,
      kernel,
      namesKnown: typeof imports === 'object',
      state: isLoading(name) ? 'Loading' : !last ? 'Not opened' : last.code === 'OK' ? 'Ready' : 'Failed',
      times: ofBuild.findLast(({ times }) => times)?.times ?? null,
      lastError: errorOf(own.findLast(({ code }) => code !== 'OK')),
    }
  })
  const unused = faults.map(({ remote, reason }): RemoteFacts => ({
    remote,
    version: '',
    build: '',
    source: '',
    kernel: '',
    namesKnown: true,
    state: 'Left out',
    times: null,
    lastError: reason,
  }))
  return [...used, ...unused]
}

const errorOf = (event: RemoteEvent | undefined): string =>
  event ? `${event.version} ${event.phase} ${event.code}: ${event.message ?? ''}` : ''
