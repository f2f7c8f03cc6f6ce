/** A date field. Its calendar is loaded when first opened. */
export { DayCalendar, DayField } from '../ui/dates/DayField'
