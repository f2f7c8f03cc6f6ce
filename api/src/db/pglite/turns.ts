import type { WorkLoad } from '../engine'
import { DatabaseBusy } from '../failures'
import { WORK_CLASSES, WORK_LIMITS, type WorkClass } from '../workClass'

interface Waiting {
  work: WorkClass
  sinceMs: number
  grant: () => void
}

/** A turn of a report takes about 10 ms, one of background work longer; one of the others takes one or two. */
const LONG: readonly WorkClass[] = ['reports', 'background']
/** While short tasks wait, a long one gets a turn this often, so that it does not starve. */
const LONG_INTERVAL_MS = 50
/** Every so many turns, the short task that has waited longest is next, whatever its class. */
const FAIR_TURN = 5

/**
 * The engine has one session: a foreign statement in an open transaction would be rolled back with it.
 * Short tasks go by class, long ones by arrival.
 */
export class Turns {
  private holder: WorkClass | null = null
  private count = 0
  private lastLongAtMs = 0
  private waiting: Waiting[] = []

  /** @throws DatabaseBusy when too many of the class wait, or the turn does not come in time */
  async acquire(work: WorkClass): Promise<void> {
    if (this.holder === null) {
      this.holder = work
      return
    }
    const { queue, waitMs } = WORK_LIMITS[work]
    if (this.waitingOf(work) >= queue) {
      throw new DatabaseBusy('Too many tasks wait')
    }
    await new Promise<void>((resolve, reject) => {
      const mine: Waiting = {
        work,
        sinceMs: performance.now(),
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== mine)
        reject(new DatabaseBusy('The turn did not come in time'))
      }, waitMs)
      this.waiting.push(mine)
    })
  }

  loadOf(work: WorkClass): WorkLoad {
    return { busy: this.holder === work ? 1 : 0, idle: 0, waiting: this.waitingOf(work) }
  }

  private waitingOf(work: WorkClass): number {
    return this.waiting.filter((other) => other.work === work).length
  }

  release(): void {
    const next = this.next()
    // without the delay, a report would run before the next statement of the same call
    if (next && isLong(next)) setImmediate(() => this.grant(this.next()))
    else this.grant(next)
  }

  private grant(next: Waiting | undefined): void {
    this.holder = next?.work ?? null
    if (!next) return
    this.count += 1
    if (isLong(next)) this.lastLongAtMs = performance.now()
    this.waiting = this.waiting.filter((other) => other !== next)
    next.grant()
  }

  private next(): Waiting | undefined {
    const long = this.waiting.find(isLong)
    if (long && performance.now() - Math.max(long.sinceMs, this.lastLongAtMs) >= LONG_INTERVAL_MS) return long
    const short = this.waiting.filter((one) => !isLong(one))
    if ((this.count + 1) % FAIR_TURN === 0 && short[0]) return short[0]
    const inOrder = WORK_CLASSES.map((work) => short.find((one) => one.work === work))
    return inOrder.find((one) => one) ?? long
  }
}

const isLong = ({ work }: Pick<Waiting, 'work'>): boolean => LONG.includes(work)
