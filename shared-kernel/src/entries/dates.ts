/** A field for a day, and the calendar behind it, which is loaded when it is first opened. */
export { DayCalendar } from '../ui/dates/LazyDayCalendar'
export { DayField } from '../ui/dates/DayField'
