import { useId } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { showToast, useStore } from '@console/shared-kernel/core'
import { Dialog } from '@console/shared-kernel/form'
import type { Environment } from '@console/shared-kernel/remote'
import { useResolvedScreens, useComposition } from '../composition'
import type { EventLog } from '../eventLog/eventLog'
import { factsOf, type RemoteFacts } from './remoteFacts'

const ms = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value)} ms`)

export const COLUMNS: { head: string; text: (facts: RemoteFacts) => string }[] = [
  { head: 'Remote', text: ({ remote }) => remote },
  { head: 'Version', text: ({ version }) => version },
  { head: 'Build', text: ({ build }) => build },
  { head: 'Source', text: ({ source }) => source },
  { head: 'State', text: ({ state }) => state },
  { head: 'Kernel', text: ({ kernel, namesKnown }) => (namesKnown ? kernel : `${kernel}, names unknown`) },
  { head: 'Document', text: ({ times }) => ms(times?.document) },
  { head: 'Entry', text: ({ times }) => ms(times?.entry) },
  { head: 'Module', text: ({ times }) => ms(times?.module) },
  { head: 'First paint', text: ({ times }) => ms(times?.firstPaint) },
  { head: 'Last error', text: ({ lastError }) => lastError },
]

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const { environment, events, isLoading } = useComposition()
  const rows = factsOf(useResolvedScreens(), useStore(events.all), isLoading)
  const summary = summaryOf(environment, events.ofHost())

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(summary, rows))
      showToast('Copied')
    } catch {
      showToast('No se pudo copiar', 'error')
    }
  }

  return (
    <Dialog onClose={onClose} maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>About this console</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {summary}
        </Typography>
        <Remotes rows={rows} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()}>Copy as text</Button>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function summaryOf({ name, revision }: Environment, host: ReturnType<EventLog['ofHost']>): string {
  const source = host.source === 'current' ? '' : `, ${host.source}`
  return [
    `Environment ${name}`,
    `revision ${revision ?? 'not numbered'}`,
    `host ${host.version} (${host.build}${source})`,
  ].join(' · ')
}

/** Tab-separated, to paste into a mail or a spreadsheet. */
const asText = (title: string, rows: RemoteFacts[]): string =>
  [
    title,
    COLUMNS.map(({ head }) => head).join('\t'),
    ...rows.map((row) => COLUMNS.map(({ text }) => text(row).replace(/\s+/g, ' ')).join('\t')),
  ].join('\n')

function Remotes({ rows }: { rows: RemoteFacts[] }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Remotes">
      <Box
        component="table"
        aria-label="Remotes"
        sx={{
          borderCollapse: 'collapse',
          width: '100%',
          typography: 'body2',
          '& th, & td': { textAlign: 'left', verticalAlign: 'top', px: 1, py: 0.75, whiteSpace: 'nowrap' },
          '& th': { color: 'text.secondary', fontWeight: 500 },
          '& tr': { borderBottom: 1, borderColor: 'divider' },
          '& td:last-of-type': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 200 },
        }}
      >
        <thead>
          <tr>
            {COLUMNS.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.remote} className="data">
              {COLUMNS.map(({ head, text }) => (
                <td key={head}>{text(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
