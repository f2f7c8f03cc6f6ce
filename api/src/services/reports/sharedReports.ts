interface Reader {
  chunksTaken: number
}

class SharedRun {
  private readonly cancel = new AbortController()
  private readonly source: Promise<AsyncIterator<string>>
  private readonly readers = new Set<Reader>()
  private chunk = ''
  private count = 0
  private reading: Promise<boolean> | null = null
  private onTaken: (() => void) | null = null

  private readonly onBegun: () => void

  /** @param onBegun called when no more readers may join */
  constructor(start: (signal: AbortSignal) => Promise<AsyncIterable<string>>, onBegun: () => void) {
    this.onBegun = onBegun
    this.source = start(this.cancel.signal).then((chunks) => chunks[Symbol.asyncIterator]())
    // avoids an unhandled rejection: readers get the error when they await it
    this.source.catch(onBegun)
  }

  /** Resolves when the report has begun, so that an early failure still causes an error answer. */
  async join(signal: AbortSignal): Promise<AsyncIterable<string>> {
    const reader: Reader = { chunksTaken: 0 }
    this.readers.add(reader)
    const leave = (): void => {
      signal.removeEventListener('abort', leave)
      if (!this.readers.delete(reader)) return
      this.onTaken?.()
      if (this.readers.size > 0) return
      this.onBegun()
      this.cancel.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      await this.source
    } catch (error) {
      leave()
      throw error
    }
    return this.read(reader, leave)
  }

  private async *read(reader: Reader, leave: () => void): AsyncGenerator<string> {
    try {
      for (;;) {
        while (reader.chunksTaken === this.count) {
          this.reading ??= this.next()
          if (!(await this.reading)) return
        }
        this.onBegun()
        yield this.chunk
        reader.chunksTaken += 1
        this.onTaken?.()
      }
    } finally {
      leave()
    }
  }

  /** Waits for the slowest reader, so that only one chunk is held. @returns false at the end */
  private async next(): Promise<boolean> {
    while ([...this.readers].some(({ chunksTaken }) => chunksTaken < this.count)) {
      await new Promise<void>((resolve) => (this.onTaken = resolve))
    }
    const { done, value } = await (await this.source).next()
    // `reading` stays set, so that all readers see the end or the failure
    if (done) return false
    this.chunk = value
    this.count += 1
    this.reading = null
    return true
  }
}

/** Cancels a run when its last reader has gone. @returns a function that joins a key's run, or starts it */
export function shareReports() {
  const runs = new Map<string, SharedRun>()
  return async (
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<AsyncIterable<string>>,
  ): Promise<AsyncIterable<string>> => {
    const run: SharedRun =
      runs.get(key) ??
      new SharedRun(start, () => {
        if (runs.get(key) === run) runs.delete(key)
      })
    runs.set(key, run)
    return run.join(signal)
  }
}
