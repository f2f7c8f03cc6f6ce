import { lazyWithRetry } from '../lazyWithRetry'
import type { Props } from './DayCalendar'

const Loaded = lazyWithRetry(async () => (await import('./DayCalendar')).DayCalendar)

/** Loaded when first opened. */
export function DayCalendar({ ...props }: Props) {
  return <Loaded {...props} />
}
