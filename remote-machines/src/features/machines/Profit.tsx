import Box from '@mui/material/Box'
import { formatUsd } from '@console/shared-kernel/domain'

/** What a machine has earned: the amount alone, and by colour and mark whether it is a loss. */
export function Profit({ cents }: { cents: number }) {
  const isLoss = cents < 0
  return (
    <Box component="span" data-label="Profit" sx={{ color: isLoss ? 'error.main' : 'success.main' }}>
      {isLoss && <span aria-label="Loss">▼ </span>}
      {formatUsd(Math.abs(cents))}
    </Box>
  )
}
