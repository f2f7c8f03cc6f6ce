import { byRatio, byValue, type Line } from '../results/line'
import { median, ms, p95 } from '../../testing/numbers'
import type { CpuClock } from '../setup/session'

/** Milliseconds: elapsed, and CPU time of the main thread. */
export interface Time {
  wall: number
  cpu: number
}

/** @param measure resolves to elapsed milliseconds */
export async function timeOf(cpu: CpuClock, measure: () => Promise<number>): Promise<Time> {
  const before = await cpu()
  const wall = await measure()
  return { wall, cpu: (await cpu()) - before }
}

const each = (times: readonly Time[], of: (values: readonly number[]) => number): Time => ({
  wall: of(times.map(({ wall }) => wall)),
  cpu: of(times.map(({ cpu }) => cpu)),
})
export const medianTime = (times: readonly Time[]): Time => each(times, median)
export const p95Time = (times: readonly Time[]): Time => each(times, p95)

type Head = Pick<Line, 'number' | 'what'>

/** CPU time is shown, but not judged. */
export const byTimes = (line: Head, times: { measured: Time; reference: Time; max: number }): Line => {
  const { measured, reference, max } = times
  return {
    ...byRatio(line, { measured: measured.wall, reference: reference.wall, show: ms, max }),
    cpu: `${ms(measured.cpu)} / ${ms(reference.cpu)}`,
  }
}

export const byTime = (line: Head, { measured, max }: { measured: Time; max: number }): Line => ({
  ...byValue(line, { measured: measured.wall, show: ms, max }),
  cpu: ms(measured.cpu),
})
