import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { handOnFocus } from '../focus'

interface Props {
  onClear: () => void
  filters?: readonly string[]
}

/** Replaces a list with an invalid filter, because the unfiltered list was not asked for. */
export const UnknownFilterAlert = ({ onClear, filters = [] }: Props) => (
  <Alert
    ref={handOnFocus}
    severity="error"
    role="alert"
    action={
      <Button color="inherit" size="small" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    {subjectOf(filters)} somebody or something that you may not see, or that does not exist.
  </Alert>
)

function subjectOf(filters: readonly string[]): string {
  if (filters.length === 0) return 'A filter names'
  if (filters.length === 1) return `The filter '${filters[0]}' names`
  return `The filters ${filters.map((label) => `'${label}'`).join(' and ')} name`
}
