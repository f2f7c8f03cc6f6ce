import type { WorkLoad } from '../engine/engine'
import { DatabaseBusy } from '../failures'
import { WORK_CLASSES, WORK_LIMITS, type WorkClass } from '../workClass'

interface Waiting {
  readonly work: WorkClass
  /** When it came, in ms. */
  readonly since: number
  readonly grant: () => void
}

/** A turn of theirs takes tens of milliseconds; one of the others takes one or two. */
const LONG: readonly WorkClass[] = ['reports', 'background']
/** While short ones wait, a long one gets a turn this often, so that a busy hour starves none. */
const LONG_EVERY_MS = 200
/** Of the short ones, every so many turns the one that has waited longest is next. */
const FAIR_TURN = 5

/**
 * One task at a time; of those that wait, the class served first goes first, and long ones as they came. The
 * embedded engine has a single session, so the holder of the turn holds the database: a statement from elsewhere
 * that slipped into an open transaction would be rolled back with it.
 */
export class Turns {
  #holder: WorkClass | null = null
  #count = 0
  /** When a long one last had a turn, in ms. */
  #longAt = 0
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
        since: performance.now(),
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
    const next = this.#next()
    // a call asks for its next statement just after this: else a report would come between the two
    if (next && isLong(next)) setImmediate(() => this.#grant(this.#next()))
    else this.#grant(next)
  }

  #grant(next: Waiting | undefined): void {
    this.#holder = next?.work ?? null
    if (!next) return
    this.#count += 1
    if (isLong(next)) this.#longAt = performance.now()
    this.#waiting = this.#waiting.filter((other) => other !== next)
    next.grant()
  }

  #next(): Waiting | undefined {
    const long = this.#waiting.find(isLong)
    if (long && performance.now() - Math.max(long.since, this.#longAt) >= LONG_EVERY_MS) return long
    const short = this.#waiting.filter((one) => !isLong(one))
    if ((this.#count + 1) % FAIR_TURN === 0 && short[0]) return short[0]
    const inOrder = WORK_CLASSES.map((work) => short.find((one) => one.work === work))
    return inOrder.find((one) => one) ?? long
  }
}

const isLong = ({ work }: Pick<Waiting, 'work'>): boolean => LONG.includes(work)
