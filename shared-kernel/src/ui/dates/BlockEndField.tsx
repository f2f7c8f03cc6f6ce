import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { currentConnection } from '../../client/connect'
import { addDays, isReportDay } from '../../domain/calendarDays'
import { formatDateTime, todayIn } from '../../domain/instants'
import { zonedInstant } from '../../domain/zonedInstant'
import { DayField } from './DayField'

/** The chosen end of a block. */
export interface BlockEnd {
  choice: 'none' | 'tomorrow' | 'at'
  /** 'YYYY-MM-DD', or the typed text. */
  day: string
  /** 'HH:MM'. */
  time: string
}

const MORNING = '08:00'

export const NO_END: BlockEnd = { choice: 'none', day: '', time: MORNING }

const tomorrow = (): string => addDays(todayIn(currentConnection().timeZone), 1)

/**
 * The instant, with day and time read in the reports' time zone.
 * @returns null for no end, undefined for an end that is not in the future or not a valid time
 */
export function endOfBlock({ choice, day, time }: BlockEnd): Date | null | undefined {
  if (choice === 'none') return null
  const { timeZone } = currentConnection()
  if (choice === 'tomorrow') return zonedInstant(tomorrow(), MORNING, timeZone)
  if (!isReportDay(day) || !/^\d\d:\d\d$/.test(time)) return undefined
  const end = zonedInstant(day, time, timeZone)
  return end > new Date() ? end : undefined
}

interface Props {
  end: BlockEnd
  onChange: (end: BlockEnd) => void
}

/** The choice of no end, the next morning, or a day and a time. */
export function BlockEndField({ end, onChange }: Props) {
  const { choice, day, time } = end
  const wrong = choice === 'at' && endOfBlock(end) === undefined
  const { timeZone } = currentConnection()
  const chosen = endOfBlock(end)
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        select
        label="Block ends"
        value={choice}
        onChange={({ target }) => {
          const next = target.value as BlockEnd['choice']
          onChange({ ...end, choice: next, day: day === '' ? tomorrow() : day })
        }}
        helperText={chosen ? `${formatDateTime(chosen, timeZone)} (${timeZone})` : ' '}
        fullWidth
      >
        <MenuItem value="none">No end</MenuItem>
        <MenuItem value="tomorrow">{`Tomorrow ${MORNING}`}</MenuItem>
        <MenuItem value="at">At a day and time</MenuItem>
      </TextField>
      {choice === 'at' && (
        <Stack direction="row" sx={{ gap: 2 }}>
          <DayField
            label="Day"
            day={day}
            invalid={isReportDay(day) ? undefined : day}
            language="en"
            error={wrong}
            help={wrong ? 'Choose a time in the future' : undefined}
            onChange={(text) => onChange({ ...end, day: text })}
          />
          <TextField
            label="Time"
            type="time"
            size="small"
            value={time}
            onChange={({ target }) => onChange({ ...end, time: target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ flexShrink: 0 }}
          />
        </Stack>
      )}
    </Stack>
  )
}
