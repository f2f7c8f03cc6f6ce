/** A request's path, decoded once, or the status that refuses it. */
export type RequestPath = { path: string } | { refused: 400 | 404 }

/**
 * Reads the path of a request's address. Whatever could lead out of the served folder, in any encoding,
 * or to a hidden file is refused here, before the file system is asked.
 */
export function requestPath(address: string): RequestPath {
  const raw = address.split(/[?#]/, 1)[0] ?? ''
  if (!raw.startsWith('/')) return { refused: 400 }
  let path: string
  try {
    path = decodeURIComponent(raw)
  } catch {
    return { refused: 400 }
  }
  if (/[\0\\]/.test(path)) return { refused: 400 }
  if (path.split('/').some((segment) => segment.startsWith('.'))) return { refused: 404 }
  return { path }
}

/** A path whose last part names a file; others are the console's own routes. */
export const namesAFile = (path: string): boolean => /\.[^./]+$/.test(path)

/** Files with a content hash never change under their name; all others are asked for each time. */
export const cacheControl = (path: string): string =>
  /\.[0-9a-f]{8,}\.[^/]+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
