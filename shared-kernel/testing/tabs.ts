/** Simulates a browser's Web Locks: a request for a lock that is held waits in line. */
class BrowserLocks {
  private readonly lines = new Map<string, Promise<unknown>>()

  async request(name: string, { signal }: { signal: AbortSignal }, act: () => Promise<void>): Promise<void> {
    const before = this.lines.get(name)
    const turn = (async () => {
      await before
      if (!signal.aborted) await act()
    })()
    this.lines.set(
      name,
      turn.catch(() => undefined),
    )
    await turn
    signal.throwIfAborted()
  }
}

/** Adds them, because jsdom has none. */
export const giveLocks = (): void =>
  void Object.defineProperty(navigator, 'locks', { configurable: true, value: new BrowserLocks() })
export const takeLocks = (): void => void Reflect.deleteProperty(navigator, 'locks')
