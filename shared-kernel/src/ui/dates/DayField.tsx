import { useState } from 'react'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import { lazyWithRetry } from '../lazyWithRetry'
import type { Props as CalendarProps } from './DayCalendar'
import { FIRST_DAY, LAST_DAY } from '../../contracts/inputRules'
import { currentConnection } from '../../client/connect'
import { formatDay, parseDay } from '../../domain/calendarDays'
import { todayIn } from '../../domain/instants'

const Loaded = lazyWithRetry(async () => (await import('./DayCalendar')).DayCalendar)

/** The calendar is loaded when it is first opened. */
export function DayCalendar({ ...props }: CalendarProps) {
  return <Loaded {...props} />
}

const WRONG_DAY = `Type a day as dd-MM-yyyy, from ${formatDay(FIRST_DAY)} to ${formatDay(LAST_DAY)}`

/** The asterisk is not part of the field's accessible name. */
const REQUIRED = { '& .MuiInputLabel-root::after': { content: '" *" / ""' } } as const

interface Props {
  label: string
  /** 'YYYY-MM-DD', or '' for no day. */
  day: string
  /** An invalid text, shown instead of the day. */
  invalid?: string | undefined
  language: 'en' | 'es'
  required?: boolean
  error?: boolean
  help?: string | undefined
  /** Receives 'YYYY-MM-DD', the typed text while it is not a day, or ''. */
  onChange: (text: string) => void
}

/** A day, typed as dd-MM-yyyy or chosen in a calendar. */
export function DayField(props: Props) {
  const { label, day, invalid, language, required = false, error = false, help, onChange } = props
  /** Kept while focused, so that the text is not reformatted while typing. */
  const [typed, setTyped] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState(false)
  const isWrong = invalid !== undefined && !focused
  const isDay = invalid === undefined && day !== ''

  const change = (text: string) => {
    setTyped(text)
    onChange(parseDay(text) ?? text)
  }
  const leave = () => {
    setFocused(false)
    setTyped(null)
  }
  return (
    <>
      <TextField
        label={label}
        sx={required ? REQUIRED : null}
        value={typed ?? invalid ?? formatDay(day)}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={leave}
        size="small"
        fullWidth
        error={error || isWrong}
        helperText={isWrong ? WRONG_DAY : help}
        placeholder="dd-MM-yyyy"
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 10, 'aria-required': required },
          input: {
            // makes the gap as wide as the label with its asterisk
            label: required ? `${label} *` : label,
            endAdornment: (
              <IconButton
                size="small"
                edge="end"
                aria-label={isDay ? `Choose date, selected date is ${formatDay(day)}` : 'Choose date'}
                onClick={(event) => setAnchor(event.currentTarget)}
              >
                <CalendarIcon fontSize="small" />
              </IconButton>
            ),
          },
        }}
      />
      {anchor && (
        <DayCalendar
          anchor={anchor}
          day={day || todayIn(currentConnection().timeZone)}
          first={FIRST_DAY}
          last={LAST_DAY}
          language={language}
          onClose={() => setAnchor(null)}
          onChoose={(chosen) => {
            setAnchor(null)
            setTyped(null)
            onChange(chosen)
          }}
        />
      )}
    </>
  )
}
