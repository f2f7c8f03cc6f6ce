/** A date field, whose calendar is loaded when first opened, and the block form. */
export { DayCalendar, DayField } from '../ui/dates/DayField'
export { blockedMeanwhileText, useReplacedBlock } from '../ui/dates/useReplacedBlock'
export { useBlockForm } from '../ui/dates/useBlockForm'
