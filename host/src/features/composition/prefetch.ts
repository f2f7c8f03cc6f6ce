import type { DeployedRelease } from '@console/shared-kernel/remote/documents'
import { assertCompatible } from './compatibility'
import type { ComposedScreen } from './composition'
import { screenLoader } from './screenLoader'
import { isSuspect } from './suspects'

const fetched = new Set<string>()

/**
 * Brings a screen's files near, without running any: its entry, what its first paint needs, and the
 * console's own part that loads remotes. Whatever fails here is tried, and told, when the screen is opened.
 */
export async function prefetch(screen: ComposedScreen): Promise<void> {
  try {
    const { provided } = await import(/* webpackChunkName: "federation" */ './federation')
    assertCompatible(screen.deployed.release, provided)
  } catch {
    return
  }
  const { deployed, preload } = screen
  for (const file of [deployed.release.entry, ...preload]) preloadFile(deployed, file)
}

function preloadFile({ baseUrl, release, integrity }: DeployedRelease, file: string): void {
  const href = baseUrl + file
  if (fetched.has(href)) return
  fetched.add(href)
  const link = document.createElement('link')
  // the same address, mode and hash as the script will have: else the browser would fetch it twice
  Object.assign(link, {
    rel: 'preload',
    as: file.endsWith('.css') ? 'style' : 'script',
    crossOrigin: 'anonymous',
    integrity: integrity === 'off' ? '' : release.files[file]!.integrity,
    fetchPriority: 'low',
    href,
  })
  document.head.append(link)
}

/** Starts on a screen while the server is still asked who is there. Nothing of it is drawn before. */
export function startAhead(screen: ComposedScreen | undefined): void {
  if (screen && !isSuspect(screen)) screenLoader(screen).start()
}
