/** A step that has not arrived by then never will. */
const LOST_AFTER_MS = 1_000
/** Our step may still arrive this long after the return: a user step of equal length was mistaken for it. */
export const LATE_MS = 100

interface Browser {
  /** The index of the current entry; null for an entry that the router did not create. */
  index: () => number | null
  go: (delta: number) => void
  /** Makes the current entry stand in for the wanted one, which cannot be reached. */
  adopt: () => void
}

/**
 * Brings the browser back to an entry. Its steps are relative and queue behind those that the user has asked
 * for, so it takes only one at a time, and corrects the result with another.
 */
export class HistoryReturn {
  private readonly browser: Browser
  /** Null while no return is under way. */
  private wanted: number | null = null
  private at = 0
  /** The step we are waiting for, or our last one. */
  private step = 0
  private isRepeated = false
  private arrivedAt = -Infinity
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting: (() => void)[] = []

  constructor(browser: Browser) {
    this.browser = browser
  }

  get isUnderWay(): boolean {
    return this.wanted !== null
  }

  start(wanted: number, at: number): void {
    this.wanted = wanted
    this.isRepeated = false
    this.go(wanted, at)
  }

  /** Whether this arrival is part of the return. */
  takes(index: number): boolean {
    const moved = index - this.at
    if (this.wanted === null) {
      const isLate = moved === this.step && Date.now() - this.arrivedAt < LATE_MS
      if (isLate) this.start(this.at, index)
      return isLate
    }
    this.at = index
    this.isRepeated = false
    if (moved !== this.step) this.await()
    else if (index === this.wanted) this.end()
    else this.go(this.wanted, index)
    return true
  }

  /** Runs the action at once, or when the browser is back. */
  whenReturned(run: () => void): void {
    if (this.isUnderWay) this.waiting.push(run)
    else run()
  }

  /** The awaited step may be lost: the page was kept and shown again, or the entry no longer exists. */
  check = (): void => {
    if (this.wanted === null) return
    const index = this.browser.index()
    if (index === null || index === this.wanted) return this.end()
    if (this.isRepeated) {
      this.wanted = index
      this.browser.adopt()
      return this.end()
    }
    this.isRepeated = true
    this.go(this.wanted, index)
  }

  /** Drops the waiting actions. */
  stop(): void {
    this.waiting = []
    this.end()
    this.arrivedAt = -Infinity
  }

  private go(wanted: number, at: number): void {
    this.at = at
    this.step = wanted - at
    this.browser.go(this.step)
    this.await()
  }

  private await(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.check, LOST_AFTER_MS)
  }

  private end(): void {
    clearTimeout(this.timer)
    this.at = this.wanted ?? this.at
    this.wanted = null
    this.arrivedAt = Date.now()
    for (const run of this.waiting.splice(0)) run()
  }
}
