import Button from '@mui/material/Button'
import { focusScreen } from '@console/shared-kernel/core'

/** The keyboard's way past the bar and the menu; in sight only while it has the focus. */
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
