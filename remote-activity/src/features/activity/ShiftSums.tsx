import { useMemo } from 'react'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Activity } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { formatUsdChange, grouped } from '@console/shared-kernel/domain'
import { formatDateTime } from '@console/shared-kernel/rules'
import { allCredit, type KindSum, sumsByKind } from './lines'
import { SHIFT_HOURS } from './view'

interface Props {
  hours: string
  onHours: (hours: string) => void
  /** When the shift began, ISO 8601; undefined until loaded. */
  since: string | undefined
  rows: readonly Activity[]
  /** Whether all rows of the shift are loaded. */
  complete: boolean
  /** Whether some rows could not be loaded. */
  failed: boolean
  /** Whether other filters exclude part of the shift. */
  part: boolean
}

const money = (cents: number | null): string => (cents === null ? '' : formatUsdChange(cents))
const AMOUNTS: readonly (readonly [head: string, of: (sum: KindSum) => number | null])[] = [
  ['Added', ({ added }) => added],
  ['Taken', ({ taken }) => taken],
  ['Difference', ({ added, taken }) => (added === null ? null : added + (taken ?? 0))],
]

const SUMS = {
  width: 'auto',
  borderCollapse: 'separate',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontVariantNumeric: 'tabular-nums',
  // so that millions fit on a phone
  '& td': { typography: { xs: 'caption', sm: 'body2' } },
  '& th': { typography: 'caption', fontWeight: 500, color: 'text.secondary' },
  '& .MuiTableCell-root': { px: { xs: 0.5, sm: 2 }, py: 0.5 },
  '& .MuiTableCell-root:first-of-type': { pl: { xs: 1, sm: 2 } },
  '& .MuiTableCell-root:last-of-type': { pr: { xs: 1, sm: 2 } },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const

/** What the viewer has done since their first sign-in, totalled by kind for the handover. */
export function ShiftSums({ hours, onHours, since, rows, complete, failed, part }: Props) {
  const name = part ? 'Part of my shift' : 'My shift'
  const sums = useMemo(() => {
    const byKind = sumsByKind(rows)
    const all = allCredit(byKind)
    return all ? [...byKind, all] : byKind
  }, [rows])
  const amounts = sums.some(({ added }) => added !== null) ? AMOUNTS : []
  return (
    <Stack component="section" aria-label="My shift" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <TextField
          select
          size="small"
          label="First sign-in of the last"
          value={hours}
          onChange={({ target }) => onHours(target.value)}
          sx={{ width: 180 }}
        >
          {SHIFT_HOURS.map((each) => (
            <MenuItem key={each} value={each}>{`${each} hours`}</MenuItem>
          ))}
        </TextField>
        <Typography role="status">
          {failed
            ? 'The shift could not be read to its end'
            : since === undefined || !complete
              ? 'Adding up'
              : `${name} since ${formatDateTime(since, currentConnection().timeZone)}`}
        </Typography>
      </Stack>
      {complete && sums.length > 0 && (
        <Table size="small" aria-label={part ? 'Sums of part of my shift' : 'Sums of my shift'} sx={SUMS}>
          <TableHead>
            <TableRow>
              <TableCell>What</TableCell>
              {[['Changes'], ...amounts].map(([head]) => (
                <TableCell key={head} align="right">
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {sums.map((sum) => (
              <TableRow key={sum.what}>
                <TableCell>{sum.what}</TableCell>
                <TableCell align="right">{grouped(sum.count)}</TableCell>
                {amounts.map(([head, of]) => (
                  <TableCell key={head} align="right">
                    {money(of(sum))}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Stack>
  )
}
