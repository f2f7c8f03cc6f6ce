import { TestEnvironment } from 'jest-environment-jsdom'

/** Node's Request rejects jsdom's AbortSignal. */
class PageRequest extends Request {
  constructor(input: string | URL | Request, { signal, ...init }: RequestInit = {}) {
    const ended = new AbortController()
    const end = () => ended.abort(signal?.reason)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
    super(input, { ...init, signal: ended.signal })
  }
}

/** jsdom has no layout, so sizes never change. */
class PageResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * A jsdom with Node's fetch, streams and channels between tabs. `getComputedStyle` ignores style sheets, because
 * matching their rules takes a third of the time of queries by role; `toHaveStyle` turns them on.
 */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args)
    const bySheets = this.global.getComputedStyle.bind(this.global)
    let asked = false
    const withStyleSheets = <T>(check: () => T): T => {
      asked = true
      try {
        return check()
      } finally {
        asked = false
      }
    }
    this.global.getComputedStyle = (element) => (asked ? bySheets(element) : (element as HTMLElement).style)
    Object.assign(this.global, { withStyleSheets })
    Object.assign(this.global, {
      BroadcastChannel,
      fetch,
      Headers,
      Request: PageRequest,
      Response,
      ReadableStream,
      ResizeObserver: PageResizeObserver,
      structuredClone,
      TextEncoder,
      TextDecoder,
    })
  }
}
