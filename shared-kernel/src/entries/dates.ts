/** A date field, whose calendar is loaded when first opened, and the end of a block. */
export { BlockEndField, type BlockEnd, endOfBlock, NO_END } from '../ui/dates/BlockEndField'
export { DayCalendar, DayField } from '../ui/dates/DayField'
