import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { MachineOfDay, Overview } from '@console/shared-kernel/contracts'
import { formatProfit } from '@console/shared-kernel/domain'
import { LoadingRows } from './LoadingRows'
import { Section, SubjectLink } from './Section'

/** The machines that have made or lost the most cash today. */
export function MachinesOfDay({ overview }: { overview: Overview | undefined }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr', xl: '1fr 1fr' },
      }}
    >
      <Section title="Best today" busy={!overview}>
        <Machines machines={overview?.best} none="No machine is in profit yet." />
      </Section>
      <Section title="Worst today" busy={!overview}>
        <Machines machines={overview?.worst} none="No machine has lost money." />
      </Section>
    </Box>
  )
}

function Machines({ machines, none }: { machines: readonly MachineOfDay[] | undefined; none: string }) {
  if (!machines) return <LoadingRows count={5} height={28} />
  if (machines.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {none}
      </Typography>
    )
  return (
    <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.75 }}>
      {machines.map(({ machineId, name, userName, profitCents }) => (
        <Stack
          key={machineId}
          component="li"
          direction="row"
          sx={{ justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <SubjectLink subject={{ kind: 'machine', id: machineId, name }} />
            <Typography
              variant="caption"
              component="span"
              sx={{ color: 'text.secondary' }}
            >{` ${userName}`}</Typography>
          </Box>
          <Box
            component="span"
            sx={{
              flex: 'none',
              fontVariantNumeric: 'tabular-nums',
              color: profitCents < 0 ? 'error.main' : 'success.main',
            }}
          >
            {formatProfit(profitCents)}
          </Box>
        </Stack>
      ))}
    </Stack>
  )
}
