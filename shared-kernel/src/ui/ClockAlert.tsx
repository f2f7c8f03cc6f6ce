import Alert from '@mui/material/Alert'
import { useClockError } from '../client/clockError'

const durationText = (minutes: number): string =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')

/** A report until "now" would silently lack movements, or be empty. */
export function ClockAlert() {
  const error = useClockError()
  if (error === 0) return null
  return (
    <Alert severity="warning" role="status">
      {`The clock of this computer is ${durationText(Math.abs(error))} ${error < 0 ? 'behind' : 'ahead of'} the server's. `}
      Lists and reports take today and now from it: set it right before you rely on them.
    </Alert>
  )
}
