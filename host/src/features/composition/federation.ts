import { createInstance } from '@module-federation/enhanced/runtime'
import { deadlines } from '@console/shared-kernel/core'
import { containerName, type DeployedRelease } from '@console/shared-kernel/remote/documents'
import { admit, scriptGuard } from './scriptGuard'
import { shareTable } from './shareTable'

export { provided } from './shareTable'

const instance = createInstance({
  name: 'console',
  remotes: [],
  shared: shareTable,
  // 'version-first' would load every remote before any module, and one dead remote would stop all
  shareStrategy: 'loaded-first',
  plugins: [scriptGuard(deadlines().giveUpMs)],
})

const registered = new Set<string>()

/**
 * Loads one module of a release. Two builds of one remote, and two attempts at one build, have nothing
 * in common: neither address, nor container, nor a request that still hangs.
 *
 * @returns the module's exports, whatever they are; rejects with the runtime's own error
 */
export async function loadModule(
  remote: string,
  deployed: DeployedRelease,
  module: string,
  attempt: number,
): Promise<unknown> {
  const alias = [remote, deployed.release.build, attempt].join('.')
  if (!registered.has(alias)) {
    admit(deployed)
    if (attempt > 0) forgetContainer(deployed)
    const again = attempt === 0 ? '' : `?r=${attempt}`
    instance.registerRemotes([
      {
        name: alias,
        entry: deployed.baseUrl + deployed.release.entry + again,
        entryGlobalName: containerName(deployed.release),
        type: 'global',
      },
    ])
    registered.add(alias)
  }
  return instance.loadRemote(`${alias}/${module.replace('./', '')}`)
}

/** A container that failed half-way stays broken; so do chunk requests that never end. */
function forgetContainer({ baseUrl, release }: DeployedRelease): void {
  Reflect.set(globalThis, containerName(release), undefined)
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (script.src.startsWith(baseUrl)) script.remove()
  }
}
