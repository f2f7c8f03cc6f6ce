import Popover from '@mui/material/Popover'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'
import { enUS } from 'date-fns/locale/en-US'
import { es } from 'date-fns/locale/es'
import { currentConnection } from '../../client/connect'
import { todayIn } from '../../domain/instants'

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

/* A day has no time zone. date-fns reads it as midnight in the browser's zone, as the picker expects. */
const toDate = parseISO
const fromDate = (date: Date): string => formatISO(date, { representation: 'date' })

/** Marks today in the reports' time zone, not the browser's. */
class ReportDays extends AdapterDateFns {
  constructor(...options: ConstructorParameters<typeof AdapterDateFns>) {
    super(...options)
    const read = this.date
    const today = () => `${todayIn(currentConnection().timeZone)}T00:00`
    this.date = (value) => read(value === undefined ? (today() as typeof value) : value)
  }
}

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
      <LocalizationProvider dateAdapter={ReportDays} adapterLocale={LOCALES[language]}>
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
