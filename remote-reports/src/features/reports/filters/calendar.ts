export { DayCalendar } from '@console/shared-kernel/dates'
