import type { DeployedRelease } from '@console/shared-kernel/remote'
import type { ComposedScreen } from './resolveScreens'
import { isCompatible } from './releaseChoice/compatibility'

/** Fetches a screen's files without running them. Failures are ignored: opening the screen tries again. */
export async function prefetch({ deployed, preload }: ComposedScreen): Promise<void> {
  if (!(await isCompatible(deployed.release))) return
  for (const file of [deployed.release.entry, ...preload]) preloadFile(deployed, file)
}

/** Once a page: it may also have been delivered with the tag in its head. */
function preloadFile({ baseUrl, release, integrity }: DeployedRelease, file: string): void {
  const href = baseUrl + file
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')
  if ([...links].some((link) => link.href === href)) return
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
