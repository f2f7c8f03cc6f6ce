import { byRatio, byValue, type Line } from './line'
import { median, ms, p95 } from '../../../e2e/support/numbers'
import type { CpuClock } from './session'

/** Milliseconds that something took: by the page's clock, and of the main thread's own. */
export interface Time {
  wall: number
  cpu: number
}

/** @param measure resolves to milliseconds by the page's clock */
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

/** A line of time that is judged by its ratio. CPU is told, and judged by nothing. */
export const byTimes = (line: Head, times: { measured: Time; reference: Time; most: number }): Line => {
  const { measured, reference, most } = times
  return {
    ...byRatio(line, { measured: measured.wall, reference: reference.wall, show: ms, most }),
    cpu: `${ms(measured.cpu)} / ${ms(reference.cpu)}`,
  }
}

/** A line of time that is judged for itself, in milliseconds. */
export const byTime = (line: Head, { measured, most }: { measured: Time; most: number }): Line => ({
  ...byValue(line, { measured: measured.wall, show: ms, most }),
  cpu: ms(measured.cpu),
})
