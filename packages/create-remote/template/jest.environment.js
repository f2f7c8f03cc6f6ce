import { TestEnvironment } from 'jest-environment-jsdom'

/** Node's Request rejects jsdom's AbortSignal. */
class PageRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
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
export default class PageEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args)
    Object.assign(this.global, {
      fetch,
      Headers,
      Request: PageRequest,
      Response,
      ReadableStream,
      ResizeObserver: PageResizeObserver,
      structuredClone,
      TextDecoder,
      TextEncoder,
    })
  }
}
