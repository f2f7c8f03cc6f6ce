import type { DeployedRelease } from '@console/shared-kernel/remote'

const fetched = new Set<string>()

/** Has the browser fetch a file of a release that it will soon be asked for; once. */
export function preloadFile({ baseUrl, release, integrity }: DeployedRelease, file: string): void {
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
