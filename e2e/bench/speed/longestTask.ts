import type { Browser, Page } from '@playwright/test'
import type { Time } from './time'

/** An event in Chromium's trace. Times are in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  /** The CPU time of the thread. */
  tdur?: number
  args: { name?: string }
}

/** The longest task of the page's main thread during `work`, and the longest CPU time of a task. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<Time> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('::RunTask') && ph === 'X' && threads.has(`${pid} ${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace has no task of the page.')
  const longest = (of: (task: TraceEvent) => number | undefined): number =>
    Math.max(...tasks.map((task) => (of(task) ?? 0) / 1000))
  return { wall: longest(({ dur }) => dur), cpu: longest(({ tdur }) => tdur) }
}
