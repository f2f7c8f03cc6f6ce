import type { WorkLoad } from '../engine/engine'
import { DatabaseBusy } from '../failures'
import { WORK_CLASSES, WORK_LIMITS, type WorkClass } from '../workClass'

interface Waiting {
  readonly work: WorkClass
  readonly grant: () => void
}

/** Ms after which the one that has waited longest is next, whatever its class, so that a busy hour starves no report. */
const FAIR_MS = 200

/**
 * One task at a time; of those that wait, the class served first goes first. The embedded engine has a single
 * session, so the holder of the turn holds the database: a statement from elsewhere that slipped into an open
 * transaction would be rolled back with it.
 */
export class Turns {
  #holder: WorkClass | null = null
  /** When the one that had waited longest last had its turn, in ms. */
  #fairAt = performance.now()
  /** In the order they came. */
  #waiting: Waiting[] = []

  /** @throws DatabaseBusy when too many of the class wait, or the turn does not come in time */
  async acquire(work: WorkClass): Promise<void> {
    if (this.#holder === null) {
      this.#holder = work
      return
    }
    const { queue, patienceMs } = WORK_LIMITS[work]
    if (this.#waitingOf(work) >= queue) {
      throw new DatabaseBusy('Too many tasks wait')
    }
    await new Promise<void>((resolve, reject) => {
      const mine: Waiting = {
        work,
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== mine)
        reject(new DatabaseBusy('The turn did not come in time'))
      }, patienceMs)
      this.#waiting.push(mine)
    })
  }

  /** The one connection is busy with the class whose turn it is; idle, it is no class's own. */
  loadOf(work: WorkClass): WorkLoad {
    return { busy: this.#holder === work ? 1 : 0, idle: 0, waiting: this.#waitingOf(work) }
  }

  #waitingOf(work: WorkClass): number {
    return this.#waiting.filter((other) => other.work === work).length
  }

  release(): void {
    if (this.#waiting.length === 0) {
      this.#holder = null
      return
    }
    // a call's next statement is asked for before this: else a report came between the two
    setImmediate(() => this.#grant())
  }

  #grant(): void {
    const next = this.#next()
    this.#holder = next?.work ?? null
    if (!next) return
    this.#waiting = this.#waiting.filter((other) => other !== next)
    next.grant()
  }

  #next(): Waiting | undefined {
    const [longest] = this.#waiting
    const now = performance.now()
    const firsts = WORK_CLASSES.map((work) => this.#waiting.find((other) => other.work === work))
    const next = now - this.#fairAt >= FAIR_MS ? longest : firsts.find((first) => first)
    if (next === longest) this.#fairAt = now
    return next
  }
}
