/** A date field. Its calendar is loaded when first opened. */
export { DayCalendar } from '../ui/dates/LazyDayCalendar'
export { DayField } from '../ui/dates/DayField'
