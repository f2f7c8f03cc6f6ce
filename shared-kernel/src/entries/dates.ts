/** The calendar behind a field for a day; loaded when it is first opened. */
export { DayCalendar } from '../ui/dates/DayCalendar'
