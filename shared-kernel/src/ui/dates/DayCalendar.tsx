import Popover from '@mui/material/Popover'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS } from 'date-fns/locale/en-US'
import { es } from 'date-fns/locale/es'

const LOCALES = { en: enUS, es }

export interface Props {
  anchor: HTMLElement | null
  /** 'YYYY-MM-DD', like `first` and `last`. */
  day: string
  first: string
  last: string
  /** Weeks begin on Monday in 'es', on Sunday in 'en'. */
  language: keyof typeof LOCALES
  onChoose: (day: string) => void
  onClose: () => void
}

/** The picker counts in local dates; a day has no zone. */
const toDate = (day: string): Date => {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date)
}
const two = (number: number) => String(number).padStart(2, '0')
const fromDate = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export function DayCalendar({ anchor, day, first, last, language, onChoose, onClose }: Props) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose date' } }}
    >
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={LOCALES[language]}>
        <DateCalendar
          autoFocus
          value={toDate(day)}
          minDate={toDate(first)}
          maxDate={toDate(last)}
          onChange={(date: Date | null, state) => {
            if (date !== null && state === 'finish') onChoose(fromDate(date))
          }}
        />
      </LocalizationProvider>
    </Popover>
  )
}
