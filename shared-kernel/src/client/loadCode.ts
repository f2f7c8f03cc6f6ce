import { deadlines } from './loadingDeadlines'

/**
 * Gives up code that is still being loaded, as if its server had failed: all who wait for it get an error, and
 * the next request does not wait for the one that hangs. The scripts are those that a build's own runtime
 * has put into the page; it removes each once it has loaded or failed.
 *
 * @param build the unique name of the build whose code it is; all builds in the page where it is absent
 */
export function abortPendingChunks(build?: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-rspack]')) {
    if (build === undefined || script.dataset['rspack']!.startsWith(`${build}:`)) {
      script.dispatchEvent(new Event('error'))
    }
  }
}

/**
 * Loads code that a page needs late.
 * @throws what the load failed with, or that it took too long: then the next attempt makes a new request
 */
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
