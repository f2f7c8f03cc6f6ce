import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useNow } from '@console/shared-kernel/core'
import { clockDate, clockTime } from './model'

export function Clock() {
  const now = useNow()
  return (
    <Box sx={{ px: 2, py: 1.5 }}>
      <Typography component="time" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {clockTime(now)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {clockDate(now)}
      </Typography>
    </Box>
  )
}
