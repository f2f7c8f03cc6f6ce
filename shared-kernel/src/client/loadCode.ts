/** Deadlines in milliseconds. */
export interface Deadlines {
  /** After this time a loading screen shows that it takes longer than usual. */
  noticeMs: number
  /** After this time the next release is tried, if there is one. */
  nextReleaseMs: number
  /** After this time an attempt to load a screen has failed. */
  giveUpMs: number
  /** After this time a loading dialog shows a spinner. */
  dialogNoticeMs: number
  /** After this time loading a dialog or a library has failed. */
  codeGiveUpMs: number
}

const USUAL: Deadlines = {
  noticeMs: 3_000,
  nextReleaseMs: 10_000,
  giveUpMs: 120_000,
  dialogNoticeMs: 200,
  codeGiveUpMs: 15_000,
}

declare global {
  var consoleDeadlines: Partial<Deadlines> | undefined
}

/** Tests set `consoleDeadlines` before the page starts: some values are read only once. */
export const deadlines = (): Deadlines => ({ ...USUAL, ...globalThis.consoleDeadlines })

/**
 * Fails the pending chunks of one build, or of all builds, so that the next attempt makes a new request. A
 * build's runtime removes each script once it has loaded or failed.
 */
export function abortPendingChunks(build?: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-rspack]')) {
    if (build === undefined || script.dataset['rspack']!.startsWith(`${build}:`)) {
      script.dispatchEvent(new Event('error'))
    }
  }
}

/**
 * Loads lazy code.
 * @throws the error, or a timeout; the next attempt makes a new request
 * @param isAwaited false once the operator has left: a timeout must not abort chunks that another caller
 * waits for
 */
export function loadCode<T>(load: () => Promise<T>, isAwaited = () => true): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => {
      if (!isAwaited()) return
      reject(new Error('The code took too long'))
      abortPendingChunks()
    }, deadlines().codeGiveUpMs)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(end))
  })
}
