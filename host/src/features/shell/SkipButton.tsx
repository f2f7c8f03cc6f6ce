import Button from '@mui/material/Button'
import { focusScreen } from '@console/shared-kernel/core'

/** Skips the bar and the menu by keyboard; visible only while focused. */
export function SkipButton() {
  return (
    <Button
      variant="contained"
      onClick={focusScreen}
      sx={{ position: 'absolute', zIndex: 1, left: 8, '&:not(:focus-visible)': { clipPath: 'inset(50%)' } }}
    >
      Skip to content
    </Button>
  )
}
