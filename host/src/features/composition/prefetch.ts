import type { DeployedRelease } from '@console/shared-kernel/remote'
import type { ComposedScreen } from './composition'
import { isCompatible } from './federation'

/** Fetches a screen's files without running them. Failures are ignored: opening the screen retries. */
export async function prefetch(screen: ComposedScreen): Promise<void> {
  if (!(await isCompatible(screen.release))) return
  for (const file of [screen.release.entry, ...screen.preload]) preloadFile(screen, file)
}

/** Adds each file's tag once; the delivered page may already have it. */
function preloadFile({ baseUrl, release, integrity }: DeployedRelease, file: string): void {
  const href = baseUrl + file
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')
  if ([...links].some((link) => link.href === href)) return
  const link = document.createElement('link')
  // the same address, mode and hash as the script, otherwise the browser would fetch the file twice
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
