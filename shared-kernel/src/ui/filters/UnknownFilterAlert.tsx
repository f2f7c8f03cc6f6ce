import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { handOnFocus } from '../focus'

/** Stands for a list whose filter names what is not there: all of the list is not what was asked for. */
export const UnknownFilterAlert = ({ onClear }: { onClear: () => void }) => (
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
    A filter names somebody or something that you may not see, or that does not exist.
  </Alert>
)
