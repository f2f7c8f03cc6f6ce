import type { RowPieces } from '../listPieces'

/** One run of a report for all who asked for it. */
class SharedRun {
  readonly #cancel = new AbortController()
  readonly #source: Promise<AsyncIterator<string> | Iterator<string>>
  /** Kept until the last reader has them: a late one begins at the first. */
  readonly #pieces: string[] = []
  #reading: Promise<boolean> | null = null
  /** Kept for readers who are behind: a source that has failed only says that it has ended. */
  #failure: { readonly error: unknown } | null = null
  #readers = 0

  readonly #onOver: () => void

  /** @param onOver no more readers may join: it has ended, has failed, or its last reader has gone */
  constructor(start: (signal: AbortSignal) => Promise<RowPieces>, onOver: () => void) {
    this.#onOver = onOver
    this.#source = start(this.#cancel.signal).then((pieces) =>
      Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator](),
    )
    // readers are told when they wait for it
    this.#source.catch(onOver)
  }

  /** Resolves when the report has begun, so that a failure to begin is still an error answer. */
  async join(signal: AbortSignal): Promise<AsyncIterable<string>> {
    this.#readers += 1
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      signal.removeEventListener('abort', leave)
      this.#readers -= 1
      if (this.#readers > 0) return
      this.#onOver()
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
    return this.#read(leave)
  }

  async *#read(leave: () => void): AsyncGenerator<string> {
    try {
      for (let index = 0; ; index += 1) {
        while (index >= this.#pieces.length) if (!(await this.#readOn())) return
        yield this.#pieces[index] ?? ''
      }
    } finally {
      leave()
    }
  }

  /** The fastest reader reads on for all. @returns whether there was another piece */
  #readOn(): Promise<boolean> {
    this.#reading ??= this.#next().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #next(): Promise<boolean> {
    if (this.#failure) throw this.#failure.error
    try {
      const { done, value } = await (await this.#source).next()
      if (done) this.#onOver()
      else this.#pieces.push(value as string)
      return !done
    } catch (error) {
      this.#failure = { error }
      this.#onOver()
      throw error
    }
  }
}

/**
 * Runs a report once for all who ask for it while it runs, and cancels it when the last of them has gone.
 * @returns a function that joins the run of this key, or starts it
 */
export function shareReports() {
  const runs = new Map<string, SharedRun>()
  return async (
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<RowPieces>,
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
