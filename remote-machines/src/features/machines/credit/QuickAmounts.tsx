import { useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { formatUsd } from '@console/shared-kernel/domain'
import { quickAmounts } from './creditMode'

/** '$20', '$19.90'. */
const shortUsd = (cents: number): string => formatUsd(cents).replace(/\.00$/, '')

/** Amounts that are added or subtracted often. */
export function QuickAmounts({ onChoose }: { onChoose: (cents: number) => void }) {
  const [amounts] = useState(quickAmounts)
  return (
    <Stack direction="row" role="group" aria-label="Quick amounts" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {amounts.map((cents) => (
        <Button key={cents} size="small" onClick={() => onChoose(cents)} sx={{ minWidth: 0, px: 1.25 }}>
          {shortUsd(cents)}
        </Button>
      ))}
    </Stack>
  )
}
