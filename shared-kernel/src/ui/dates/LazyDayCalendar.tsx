import { lazyWithRetry } from '../lazyWithRetry'
import type { Props } from './DayCalendar'

const Loaded = lazyWithRetry(async () => (await import('./DayCalendar')).DayCalendar)

/** The calendar behind a field for a day; its code is loaded when it is first opened. */
export function DayCalendar({ ...props }: Props) {
  return <Loaded {...props} />
}
