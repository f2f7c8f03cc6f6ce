import { useEffect, useState } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { SLOW_AFTER_MS, slowText } from '../../client/slowCalls'

/**
 * For a dialog whose action runs: appears when it takes long. Its region is there before, and takes no space, because
 * screen readers announce only what appears in a known region.
 */
export function SlowNotice({ sx }: { sx?: object }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box role="status" sx={{ ...sx, '&:empty': { position: 'absolute' } }}>
      {isSlow && (
        <Alert severity="info" role="presentation">
          {slowText()}
        </Alert>
      )}
    </Box>
  )
}
