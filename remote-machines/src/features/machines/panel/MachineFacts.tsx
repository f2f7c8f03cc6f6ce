import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { Machine } from '@console/shared-kernel/contracts'
import { copyText, currentConnection, DescriptionList } from '@console/shared-kernel/core'
import { formatUsd } from '@console/shared-kernel/domain'
import { useBlockReason } from '@console/shared-kernel/panel'
import { formatDateTime } from '@console/shared-kernel/rules'
import { connectionOf } from '../model'
import { Profit } from '../cells'

/** In pixels. */
const LABEL_WIDTH = 120

/** Credit and profit, in dollars as in the list. */
export function MachineAmounts({ machine: { creditCents, profitCents } }: { machine: Machine }) {
  const amounts = [
    ['Credit', formatUsd(creditCents)],
    ['Profit', <Profit key="profit" cents={profitCents} />],
  ] as const
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, m: 0 }}>
      {amounts.map(([label, amount]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography component="dd" variant="h1" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {amount}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

export function MachineFacts({ machine }: { machine: Machine }) {
  const {
    id,
    location,
    lastConnection,
    creationDate,
    serviceMode,
    blocked,
    blockedUntil,
    version = null,
  } = machine
  const reason = useBlockReason({ kind: 'machine', id, version }, blocked)
  const when = (date: string) => formatDateTime(date, currentConnection().timeZone)
  return (
    <DescriptionList
      labelWidth={LABEL_WIDTH}
      facts={[
        ['Connection', connectionOf(machine)],
        ...(lastConnection === null ? [] : [['Last connection', when(lastConnection)] as const]),
        ...(blockedUntil ? [['Blocked until', when(blockedUntil)] as const] : []),
        ...(reason === null ? [] : [['Block reason', reason] as const]),
        ['Service', serviceMode ? 'Enabled' : 'Disabled'],
        ['Jackpot Mega', formatUsd(machine.jackpotMegaCents)],
        ['Jackpot Mini', formatUsd(machine.jackpotMiniCents)],
        ...(location === null ? [] : [['Location', location] as const]),
        ...(creationDate === null ? [] : [['Created', when(creationDate)] as const]),
        ['Machine ID', <MachineId key="id" id={id} />],
      ]}
    />
  )
}

function MachineId({ id }: { id: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="span" sx={{ minWidth: 0, fontFamily: 'monospace', typography: 'body2' }}>
        {id}
      </Box>
      <Tooltip title="Copy machine ID">
        <IconButton size="small" aria-label="Copy machine ID" onClick={() => void copyText(id)}>
          <CopyIcon fontSize="inherit" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}
