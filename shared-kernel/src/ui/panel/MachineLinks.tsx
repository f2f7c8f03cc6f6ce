import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { useIsServed } from '../../client/pageContext'
import type { Machine } from '../../contracts/machine'
import { formatUsd } from '../../domain/money'
import type { DialogLink } from '../DialogLinks'
import { OpenLink } from '../OpenLink'
import { PANEL_LINK } from './Panel'

const MAX_SHOWN = 20

interface Props {
  machines: readonly Machine[]
  /** The link shown below the machines if there are too many to show. */
  all: DialogLink
}

/** The first machines with their credits. Each name opens the machine's panel. */
export function MachineLinks({ machines, all }: Props) {
  const isServed = useIsServed()
  return (
    <>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.5 }}>
        {machines.slice(0, MAX_SHOWN).map((machine, index) => (
          <MachineLink key={machine.id || index} machine={machine} />
        ))}
      </Stack>
      {machines.length > MAX_SHOWN && isServed(all.to) && (
        <Box component={Link} to={all.to} sx={{ ...PANEL_LINK, display: 'inline-block', mt: 1 }}>
          {all.label}
        </Box>
      )}
    </>
  )
}

function MachineLink({ machine }: { machine: Machine }) {
  const { id, name, userName, creditCents, blocked, connected } = machine
  const label = name || userName || id
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'baseline', justifyContent: 'space-between', gap: 2, typography: 'body2' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {id === '' ? (
          label
        ) : (
          <Box
            component={OpenLink}
            opens={{ kind: 'machine', id }}
            otherwise={`/machines?search=${encodeURIComponent(id)}`}
            sx={PANEL_LINK}
          >
            {label}
          </Box>
        )}
        {blocked && <Mark tone="error.main">Blocked</Mark>}
        {!connected && <Mark tone="warning.main">Offline</Mark>}
      </Box>
      <Box component="span" sx={{ flex: 'none' }}>
        {formatUsd(creditCents)}
      </Box>
    </Stack>
  )
}

const Mark = ({ tone, children }: { tone: string; children: string }) => (
  <Typography component="span" variant="caption" sx={{ color: tone, fontWeight: 500, ml: 1 }}>
    {children}
  </Typography>
)
