import { useId } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { copyText, http, useFeature, useStore } from '@console/shared-kernel/core'
import { Dialog } from '@console/shared-kernel/form'
import type { Environment } from '@console/shared-kernel/remote'
import { isRecord } from '@console/shared-kernel/rules'
import { useResolvedScreens, useComposition, type ResolvedScreens } from '../composition'
import type { EventLog, LoadTimes, RemoteEvent } from '../eventLog/eventLog'

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
  const summary = summaryOf(environment, events.ofHost(), useApiBuild())

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
        <Button onClick={() => void copyText(asText(summary, rows))}>Copy as text</Button>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Build {
  version: string
  build: string
}

/** Undefined until the server has answered, and for servers whose `features` do not name `health`. */
function useApiBuild(): Build | undefined {
  const isOffered = useFeature('health') !== undefined
  const readBuild = async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await http.get<unknown>('/healthz', { signal })
    return isRecord(data) ? { version: `${data.version}`, build: `${data.build}` } : undefined
  }
  return useQuery({ queryKey: ['API build'], queryFn: isOffered ? readBuild : skipToken, gcTime: 0 }).data
}

function summaryOf(
  { name, revision }: Environment,
  host: ReturnType<EventLog['ofHost']>,
  api: Build | undefined,
): string {
  const source = host.source === 'current' ? '' : `, ${host.source}`
  return [
    `Environment ${name}`,
    `revision ${revision ?? 'not numbered'}`,
    `host ${host.version} (${host.build}${source})`,
    ...(api ? [`API ${api.version} (${api.build})`] : []),
  ].join(' · ')
}

/** Tab-separated, to paste into an email or a spreadsheet. */
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

interface RemoteFacts {
  remote: string
  version: string
  build: string
  source: string
  state: 'Not opened' | 'Loading' | 'Ready' | 'Failed' | 'Left out'
  kernel: string
  /** Whether the remote's record lists the names that it imports from the host. */
  namesKnown: boolean
  /** The loading times of the latest screen; null if none was loaded. */
  times: LoadTimes | null
  lastError: string
}

/** Lists the remotes in the environment's order, with faulty ones last. */
export function factsOf(
  { remotes, faults }: Pick<ResolvedScreens, 'remotes' | 'faults'>,
  events: readonly RemoteEvent[],
  isLoading: (remote: string) => boolean,
): RemoteFacts[] {
  const used = remotes.map(({ name, inUse: { place, release } }): RemoteFacts => {
    const { version, build, kernel, imports } = release
    const own = events.filter((event) => event.remote === name)
    const ofBuild = own.filter((event) => event.build === build)
    const last = ofBuild.at(-1)
    return {
      remote: name,
      version,
      build,
      source: place,
      kernel,
      namesKnown: typeof imports === 'object',
      state: isLoading(name) ? 'Loading' : !last ? 'Not opened' : last.code === 'OK' ? 'Ready' : 'Failed',
      times: ofBuild.findLast(({ times }) => times)?.times ?? null,
      lastError: errorOf(own.findLast(({ code }) => code !== 'OK')),
    }
  })
  const unused = faults.map(({ remote, reason }): RemoteFacts => ({
    remote,
    version: '',
    build: '',
    source: '',
    kernel: '',
    namesKnown: true,
    state: 'Left out',
    times: null,
    lastError: reason,
  }))
  return [...used, ...unused]
}

const errorOf = (event: RemoteEvent | undefined): string =>
  event ? `${event.version} ${event.phase} ${event.code}: ${event.message ?? ''}` : ''
