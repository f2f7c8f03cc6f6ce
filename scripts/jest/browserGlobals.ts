import { TextDecoder, TextEncoder } from 'node:util'

/** What the router makes of a navigation; it reads no more than these of it. */
class Request {
  readonly url: string
  readonly method: string
  readonly signal: AbortSignal | undefined

  constructor(url: string | URL, { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {}) {
    this.url = String(url)
    this.method = method
    this.signal = signal
  }
}

/** jsdom lays nothing out: no size ever changes. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom lacks these; the router needs the first three, tables the last.
Object.assign(globalThis, { TextEncoder, TextDecoder, Request, ResizeObserver })

// tests of calls alone run without a page: nobody there hears of other tabs
globalThis.addEventListener ??= () => undefined
