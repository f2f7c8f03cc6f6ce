import { deadlines } from './loadingDeadlines'

/**
 * Fails code that is still loading, of one build or all, so that the next attempt makes a new request. A
 * build's runtime removes each script once it has loaded or failed.
 */
export function abortPendingChunks(build?: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-rspack]')) {
    if (build === undefined || script.dataset['rspack']!.startsWith(`${build}:`)) {
      script.dispatchEvent(new Event('error'))
    }
  }
}

/** Loads lazy code. @throws the error, or a timeout; the next attempt makes a new request */
export function loadCode<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => {
      reject(new Error('The code took too long'))
      abortPendingChunks()
    }, deadlines().codeGiveUpMs)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(end))
  })
}
