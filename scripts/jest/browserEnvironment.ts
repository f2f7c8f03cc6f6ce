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

/** jsdom with Node's own fetch and streams, which it lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args)
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
