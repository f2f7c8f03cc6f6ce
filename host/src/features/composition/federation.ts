import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { deadlines } from '@console/shared-kernel/host'
import {
  type DeployedRelease,
  globalNameOf,
  type Release,
  type Unmet,
  unmetNeeds,
} from '@console/shared-kernel/remote'
import { buildId } from './fallbackOrder'
import { RemoteFailure } from './remoteFailure'
import { providedFor, shareTable } from './sharedModules/shareTable'

interface LoadedModule {
  exports: unknown
  /** When the entry was loaded, by `performance.now()`. */
  entryAt: number
}

export interface ModuleLoader {
  /**
   * Two builds, or two attempts at one build, share no address, container or pending request.
   * @returns the unchecked exports, and when the entry was loaded; rejects with the runtime's own error
   */
  load: (deployed: DeployedRelease, module: string, attempt: number) => Promise<LoadedModule>
  attemptAt: (deployed: DeployedRelease) => number
  /** Called after an attempt failed or hung; the next one shares nothing with it. */
  invalidate: (deployed: DeployedRelease, attempt: number) => void
}

/** One per page: containers are global variables, bound to the runtime that loaded them first. */
export function createModuleLoader(): ModuleLoader {
  const scripts = createScriptGuard(deadlines().giveUpMs)
  const instance = createInstance({
    name: 'console',
    remotes: [],
    shared: Object.fromEntries(
      Object.entries(shareTable).map(([name, { version, get }]) => [
        name,
        { version, get, scope: 'default', shareConfig: { singleton: true, requiredVersion: false } },
      ]),
    ),
    plugins: [scripts.plugin],
  })
  const registered = new Set<string>()
  /** Attempts by build. A failed attempt makes its container unusable for the next. */
  const attempts = new Map<string, number>()

  return {
    attemptAt: (deployed) => attempts.get(buildId(deployed)) ?? 0,
    invalidate: (deployed, attempt) => void attempts.set(buildId(deployed), attempt + 1),
    load: async (deployed, module, attempt) => {
      const { baseUrl, release } = deployed
      const alias = [release.name, release.build, attempt].join('.')
      const entry = baseUrl + release.entry + (attempt === 0 ? '' : `?r=${attempt}`)
      if (!registered.has(alias)) {
        scripts.allow(deployed)
        if (attempt > 0) forgetContainer(deployed)
        instance.registerRemotes([
          { name: alias, entry, entryGlobalName: globalNameOf(release), type: 'global' },
        ])
        registered.add(alias)
      }
      const exports = await instance.loadRemote(`${alias}/${module.replace('./', '')}`)
      return { exports, entryAt: scripts.loadedAt(entry) }
    },
  }
}

/** A container that failed half-way stays broken, and hanging chunk requests never end. */
function forgetContainer({ baseUrl, release }: DeployedRelease): void {
  Reflect.set(globalThis, globalNameOf(release), undefined)
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (script.src.startsWith(baseUrl)) script.remove()
  }
}

/** Rejects an incompatible release before it runs: later, a missing export would give an unclear error. */
export async function assertCompatible(
  release: Pick<Release, 'kernel' | 'react' | 'imports'>,
): Promise<void> {
  const [unmet] = unmetNeeds(release, await providedFor(release.imports))
  if (unmet) throw new RemoteFailure('compatibility', inWords(unmet))
}

export const isCompatible = (release: Release): Promise<boolean> =>
  assertCompatible(release).then(
    () => true,
    () => false,
  )

function inWords(unmet: Unmet): string {
  const { part } = unmet
  if ('needs' in unmet) return `necesita ${part} ${unmet.needs} y esta consola tiene ${unmet.has}`
  const names = unmet.names.length > 0 ? `${unmet.names.join(', ')} de ${part}` : part
  return `necesita ${names}, que esta consola no tiene`
}

/** Matches no file: a script that no release names does not run. */
const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

/** Sets the integrity hash and the timeout of each remote script. */
export function createScriptGuard(timeoutMs: number) {
  const integrities = new Map<string, string>()
  /** When each entry was loaded, by `performance.now()`; the keys are addresses. */
  const loadTimes = new Map<string, number>()
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'script-guard',
    createScript({ url }) {
      const script = document.createElement('script')
      script.src = url
      script.crossOrigin = 'anonymous'
      const integrity = integrities.get(url.split('?', 1)[0]!) ?? MATCHES_NOTHING
      if (integrity !== '') script.integrity = integrity
      script.addEventListener('load', () => loadTimes.set(url, performance.now()))
      return { script, timeout: timeoutMs }
    },
  }
  return {
    plugin,
    /** Allows the files of a release to run, with the hashes of its record. */
    allow: ({ baseUrl, release, integrity }: DeployedRelease) => {
      for (const [path, file] of Object.entries(release.files))
        integrities.set(baseUrl + path, integrity === 'off' ? '' : file.integrity)
    },
    loadedAt: (entry: string): number => loadTimes.get(entry) ?? 0,
  }
}
