import Box from '@mui/material/Box'
import type { Machine } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { formatUsd } from '@console/shared-kernel/domain'
import { formatDateTime } from '@console/shared-kernel/rules'
import { CellMark, TwoLines } from '@console/shared-kernel/table'
import { connectionOf, hintOf, shortId } from './model'

interface Props {
  machine: Machine
  ownerBlocked?: boolean
  needsAttention?: boolean
  query: string
}

/**
 * The owner, marked if the machine is blocked, offline or needs attention, with the machine below. On a
 * phone, any other mark replaces Attention, and a blocked owner, the end of a block or the service replaces
 * the id.
 */
export function MachineName({
  machine,
  ownerBlocked = machine.ownerBlocked === true,
  needsAttention = false,
  query,
}: Props) {
  const { userName, name, id, status, blocked, blockedUntil, connected, serviceMode } = machine
  const hint = hintOf(machine, query)
  const hasEnd = blocked && blockedUntil !== null
  const idClass = hasEnd || ownerBlocked ? 'wide-only' : serviceMode ? 'whole wide-only' : 'whole'
  const marks = (
    <>
      {blocked && <CellMark tone="error" label="Blocked" />}{' '}
      {!connected && <CellMark tone="warning" label={connectionOf(machine)} />}{' '}
      {needsAttention && (
        <span className={blocked || !connected ? 'wide-only' : undefined}>
          <CellMark tone="warning" label="Attention" />
        </span>
      )}
    </>
  )
  const second = (
    <>
      {name && <span>{name}</span>}{' '}
      {hasEnd && <span>{`until ${formatDateTime(blockedUntil, currentConnection().timeZone)}`}</span>}{' '}
      {ownerBlocked && <CellMark tone="error" label="Owner blocked" />}{' '}
      {id && hint === id && <span>{id}</span>}
      {id && hint !== id && <span className={idClass}>{shortId(machine)}</span>}{' '}
      {connected && <span className="wide-only">{connectionOf(machine)}</span>}{' '}
      {hint === status && <span>{status}</span>}
    </>
  )
  return (
    <TwoLines marks={marks} second={second}>
      {userName}
    </TwoLines>
  )
}

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
