import { useId } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocation, type Location } from 'react-router-dom'
import {
  currentConnection,
  DescriptionList,
  DialogLinks,
  useCurrentUser,
  type DialogLink,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { formatDateTime } from '@console/shared-kernel/rules'
import { formatUsd } from '@console/shared-kernel/domain'
import { Dialog } from '@console/shared-kernel/form'
import { Profit } from '../cells'
import { ownerLinkOf, reportLinksOf } from '../links'
import { shortId, statusTone } from '../model'

/** Read-only. */
export function MachineDetailsDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const titleId = useId()
  const viewer = useCurrentUser()
  const at = useLocation()
  const when = (date: string | null) => formatDateTime(date, currentConnection().timeZone)
  return (
    <Dialog onClose={onClose} maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle component="div" id={`${titleId}-header`}>
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5 }}>
          <Typography id={titleId} variant="h6" component="h2" sx={{ minWidth: 0 }}>
            {machine.name || 'Machine Details'}
          </Typography>
          <Chip size="small" color={statusTone(machine.status)} label={machine.status} />
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {machine.userName}
          {machine.userName && machine.id && ' · '}
          {machine.id && (
            <Box component="span" sx={{ fontFamily: 'monospace' }}>{`${shortId(machine)}…`}</Box>
          )}
        </Typography>
      </DialogTitle>
      {/* focusable, because the content overflows on a phone and the keyboard must scroll it */}
      <DialogContent tabIndex={0} role="group" aria-labelledby={titleId}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
          <DescriptionList
            title="Machine Information"
            facts={[
              ['Machine ID', machine.id || 'N/A'],
              ['Client Name', machine.userName || 'N/A'],
              ['Location', machine.location ?? 'N/A'],
              ['IP Address', machine.ipAddress ?? 'N/A'],
              ['Creation Date', when(machine.creationDate)],
            ]}
          />
          <DescriptionList
            title="Technical Information"
            facts={[
              ['Connection Status', machine.connected ? 'Connected' : 'Disconnected'],
              ['Last Connection', when(machine.lastConnection)],
              ['Service Status', machine.serviceMode ? 'Active' : 'Inactive'],
              ['Security Level', machine.securityLevel],
            ]}
          />
          <DescriptionList
            title="Financial Information"
            facts={[
              ['Playing Credit', formatUsd(machine.creditCents)],
              ['Jackpot Mega', formatUsd(machine.jackpotMegaCents)],
              ['Jackpot Mini', formatUsd(machine.jackpotMiniCents)],
              ['Profit', <Profit key="profit" cents={machine.profitCents} />],
            ]}
          />
        </Box>
        <Box sx={{ mt: 3 }}>
          <DialogLinks links={linksOf(viewer, machine, at)} />
        </Box>
      </DialogContent>
      <DialogActions>
        {/* does nothing, as specified */}
        <Button>View History</Button>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Links from a machine. */
function linksOf(viewer: User, machine: Machine, at: Location): DialogLink[] {
  const owner = ownerLinkOf(viewer, machine)
  const activity = { label: 'Activity', to: `/activity?machine=${encodeURIComponent(machine.id)}` }
  return [...(owner ? [owner] : []), ...(machine.id === '' ? [] : [...reportLinksOf(machine, at), activity])]
}
