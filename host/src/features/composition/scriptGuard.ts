import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import type { DeployedRelease } from '@console/shared-kernel/remote'

/** No file has this hash: a script that no release names does not run. */
const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

const integrities = new Map<string, string>()

/** When each entry had arrived and run, by its address, on the page's own clock (milliseconds). */
export const entryArrivals = new Map<string, number>()

const withoutQuery = (url: string) => url.split('?', 1)[0]!

/** From here on the files of this release run, each only with the content that the record names. */
export function admit({ baseUrl, release, integrity }: DeployedRelease): void {
  for (const [path, file] of Object.entries(release.files)) {
    integrities.set(baseUrl + path, integrity === 'off' ? '' : file.integrity)
  }
}

/** Gives each script of a remote its hash and its deadline. */
export const scriptGuard = (timeoutMs: number): ModuleFederationRuntimePlugin => ({
  name: 'script-guard',
  createScript({ url }) {
    const script = document.createElement('script')
    script.src = url
    script.crossOrigin = 'anonymous'
    const integrity = integrities.get(withoutQuery(url)) ?? MATCHES_NOTHING
    if (integrity !== '') script.integrity = integrity
    script.addEventListener('load', () => entryArrivals.set(url, performance.now()))
    return { script, timeout: timeoutMs }
  },
})
