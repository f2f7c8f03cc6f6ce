import { TestEnvironment } from 'jest-environment-jsdom'

/** Node takes no signal of jsdom's make. */
class PageRequest extends Request {
  constructor(input: string | URL | Request, { signal, ...init }: RequestInit = {}) {
    const ended = new AbortController()
    const end = () => ended.abort(signal?.reason)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
    super(input, { ...init, signal: ended.signal })
  }
}

/** jsdom lays nothing out: no size ever changes. */
class PageResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * jsdom with Node's own fetch and streams, which it lacks. What an element looks like is what stands on it:
 * matching hundreds of rules for each element that a query by role passes would take a third of all time.
 * `toHaveStyle` knows the style sheets all the same.
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
