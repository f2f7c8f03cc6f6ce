/** One of those who read a run. */
interface Reader {
  /** Pieces that it has taken. */
  taken: number
}

/** One run of a report for all who asked for it before its first piece was taken. */
class SharedRun {
  readonly #cancel = new AbortController()
  readonly #source: Promise<AsyncIterator<string>>
  readonly #readers = new Set<Reader>()
  /** Kept until all have taken it. */
  #piece = ''
  #count = 0
  #reading: Promise<boolean> | null = null
  #onTaken: (() => void) | null = null

  readonly #onBegun: () => void

  /** @param onBegun no more readers may join: a piece has been taken, it has failed, or its last reader has gone */
  constructor(start: (signal: AbortSignal) => Promise<AsyncIterable<string>>, onBegun: () => void) {
    this.#onBegun = onBegun
    this.#source = start(this.#cancel.signal).then((pieces) => pieces[Symbol.asyncIterator]())
    // readers are told when they wait for it
    this.#source.catch(onBegun)
  }

  /** Resolves when the report has begun, so that a failure to begin is still an error answer. */
  async join(signal: AbortSignal): Promise<AsyncIterable<string>> {
    const reader: Reader = { taken: 0 }
    this.#readers.add(reader)
    const leave = (): void => {
      signal.removeEventListener('abort', leave)
      if (!this.#readers.delete(reader)) return
      this.#onTaken?.()
      if (this.#readers.size > 0) return
      this.#onBegun()
      this.#cancel.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      await this.#source
    } catch (error) {
      leave()
      throw error
    }
    return this.#read(reader, leave)
  }

  async *#read(reader: Reader, leave: () => void): AsyncGenerator<string> {
    try {
      for (;;) {
        while (reader.taken === this.#count) {
          this.#reading ??= this.#next()
          if (!(await this.#reading)) return
        }
        this.#onBegun()
        yield this.#piece
        reader.taken += 1
        this.#onTaken?.()
      }
    } finally {
      leave()
    }
  }

  /** Waits for the slowest reader, so that no more than a piece is held. @returns whether there was another one */
  async #next(): Promise<boolean> {
    while ([...this.#readers].some(({ taken }) => taken < this.#count)) {
      await new Promise<void>((resolve) => (this.#onTaken = resolve))
    }
    const { done, value } = await (await this.#source).next()
    // where it has ended or failed it stays so, for all
    if (done) return false
    this.#piece = value
    this.#count += 1
    this.#reading = null
    return true
  }
}

/**
 * Runs a report once for all who ask for it before it sends anything, at the pace of the slowest of them, and
 * cancels it when the last of them has gone.
 * @returns a function that joins the run of this key, or starts it
 */
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
