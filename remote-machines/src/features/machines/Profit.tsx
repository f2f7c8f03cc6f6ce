import Box from '@mui/material/Box'
import { formatUsd } from '@console/shared-kernel/domain'

/** Profit in dollars, as specified; reports are in euros. A loss has a colour and a mark. */
export function Profit({ cents }: { cents: number }) {
  const isLoss = cents < 0
  return (
    <Box component="span" data-label="Profit" sx={{ color: isLoss ? 'error.main' : 'success.main' }}>
      {isLoss && <span aria-label="Loss">▼ </span>}
      {formatUsd(Math.abs(cents))}
    </Box>
  )
}
