/** The path, decoded once, or the status of the refusal. */
export type RequestPath = { path: string } | { refused: 400 | 404 }

/** Refuses hidden files, and paths that would leave the folder in any encoding. */
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

/** Paths without a file name are the console's own routes. */
export const namesAFile = (path: string): boolean => /\.[^./]+$/.test(path)

/** Names with a content hash are cached forever; all others are revalidated each time. */
export const cacheControl = (path: string): string =>
  /\.[0-9a-f]{8,}\.[^/]+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
