import { useState } from 'react'
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import { dialogOnDemand, IconButton, TextField } from '@console/shared-kernel/core'
import { FIRST_DAY, LAST_DAY } from '@console/shared-kernel/contracts/reportRange'
import { formatDay, parseDay } from '@console/shared-kernel/domain/days'

const DayCalendar = dialogOnDemand(async () => (await import('@console/shared-kernel/dates')).DayCalendar)

const WRONG_DAY = `Type a day as dd-MM-yyyy, from ${formatDay(FIRST_DAY)} to ${formatDay(LAST_DAY)}`

interface Props {
  label: string
  /** 'YYYY-MM-DD'. */
  day: string
  language: 'en' | 'es'
  error: boolean
  /** Null while what is typed is no day. */
  onChange: (day: string | null) => void
}

/** A day that is typed as dd-MM-yyyy, or chosen in a calendar. */
export function DayField({ label, day, language, error, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  /** The button whose calendar is open. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState(false)
  const isWrong = typed !== null && parseDay(typed) === null

  const change = (text: string) => {
    setTyped(text)
    onChange(parseDay(text))
  }
  const leave = () => {
    setFocused(false)
    if (!isWrong) setTyped(null)
  }
  return (
    <>
      <TextField
        label={label}
        value={typed ?? formatDay(day)}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={leave}
        size="small"
        fullWidth
        error={error || (isWrong && !focused)}
        helperText={isWrong && !focused ? WRONG_DAY : undefined}
        placeholder="dd-MM-yyyy"
        slotProps={{
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 10 },
          input: {
            endAdornment: (
              <IconButton
                size="small"
                edge="end"
                aria-label={`Choose date, selected date is ${formatDay(day)}`}
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
          day={day}
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
