import { createInstance } from '@module-federation/enhanced/runtime'
import { deadlines } from '@console/shared-kernel/core'
import { containerName, type DeployedRelease } from '@console/shared-kernel/remote'
import { admit, entryArrivals, scriptGuard } from './scriptGuard'
import { shareTable } from './shareTable'

const instance = createInstance({
  name: 'console',
  remotes: [],
  shared: Object.fromEntries(
    Object.entries(shareTable).map(([name, { version, get }]) => [
      name,
      { version, get, scope: 'default', shareConfig: { singleton: true, requiredVersion: false } },
    ]),
  ),
  plugins: [scriptGuard(deadlines().giveUpMs)],
})

const registered = new Set<string>()

export interface LoadedModule {
  exports: unknown
  /** On the page's own clock, in milliseconds. */
  entryAt: number
}

/**
 * Loads one module of a release. Two builds of one remote, and two attempts at one build, have nothing
 * in common: neither address, nor container, nor a request that still hangs.
 *
 * @returns the module's exports, whatever they are, and when the release's entry had arrived; rejects with
 *   the runtime's own error
 */
export async function loadModule(
  remote: string,
  deployed: DeployedRelease,
  module: string,
  attempt: number,
): Promise<LoadedModule> {
  const alias = [remote, deployed.release.build, attempt].join('.')
  const entry = deployed.baseUrl + deployed.release.entry + (attempt === 0 ? '' : `?r=${attempt}`)
  if (!registered.has(alias)) {
    admit(deployed)
    if (attempt > 0) forgetContainer(deployed)
    instance.registerRemotes([
      {
        name: alias,
        entry,
        entryGlobalName: containerName(deployed.release),
        type: 'global',
      },
    ])
    registered.add(alias)
  }
  const exports = await instance.loadRemote(`${alias}/${module.replace('./', '')}`)
  return { exports, entryAt: entryArrivals.get(entry) ?? 0 }
}

/** A container that failed half-way stays broken; so do chunk requests that never end. */
function forgetContainer({ baseUrl, release }: DeployedRelease): void {
  Reflect.set(globalThis, containerName(release), undefined)
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (script.src.startsWith(baseUrl)) script.remove()
  }
}
