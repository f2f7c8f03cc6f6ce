import { useState } from 'react'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import { lazyWithRetry } from '@console/shared-kernel/core'
import { FIRST_DAY, LAST_DAY } from '@console/shared-kernel/contracts'
import { formatDay, parseDay } from '@console/shared-kernel/domain'

const DayCalendar = lazyWithRetry(async () => (await import('./calendar')).DayCalendar)

const WRONG_DAY = `Type a day as dd-MM-yyyy, from ${formatDay(FIRST_DAY)} to ${formatDay(LAST_DAY)}`

/** The mark is no part of the field's name. */
const REQUIRED = { '& .MuiInputLabel-root::after': { content: '" *" / ""' } } as const

interface Props {
  label: string
  /** 'YYYY-MM-DD'. */
  day: string
  /** What the field holds in the place of a day. */
  invalid: string | undefined
  language: 'en' | 'es'
  error: boolean
  /** Called with 'YYYY-MM-DD', or with what is typed while that is no day. */
  onChange: (text: string) => void
}

/** A day that is typed as dd-MM-yyyy, or chosen in a calendar. */
export function DayField({ label, day, invalid, language, error, onChange }: Props) {
  /** Held while the field has the focus: a day is not rewritten under the caret. */
  const [typed, setTyped] = useState<string | null>(null)
  /** The button whose calendar is open. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState(false)
  const isWrong = invalid !== undefined && !focused

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
        sx={REQUIRED}
        value={typed ?? invalid ?? formatDay(day)}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={leave}
        size="small"
        fullWidth
        error={error || isWrong}
        helperText={isWrong ? WRONG_DAY : undefined}
        placeholder="dd-MM-yyyy"
        slotProps={{
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 10, 'aria-required': true },
          input: {
            // as wide a gap in the frame as the label with its mark needs
            label: `${label} *`,
            endAdornment: (
              <IconButton
                size="small"
                edge="end"
                aria-label={
                  invalid === undefined ? `Choose date, selected date is ${formatDay(day)}` : 'Choose date'
                }
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
