import { useEffect, useState } from 'react'
import Alert from '@mui/material/Alert'

const SLOW_AFTER_MS = 5_000

/** For a dialog whose action runs: appears when it takes long. */
export function SlowNotice() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <Alert severity="info" role="status">
      Taking longer than usual. It is safe to wait: this dialog will say how it ended. If you leave the page,
      look whether the change was made before you repeat it.
    </Alert>
  )
}
