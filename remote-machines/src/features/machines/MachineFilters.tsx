import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type MachineFilter } from '@console/shared-kernel/core'
import { choicePart, sortPart, textPart } from '@console/shared-kernel/table'

const status = textPart('status')

/** What the address of the screen holds. */
export const MACHINES_VIEW = {
  search: textPart('search'),
  sort: sortPart('userName', ['credit', 'serviceMode', 'profit']),
  status: { ...status, read: (params: URLSearchParams) => status.read(params).toLowerCase() },
  blocked: choicePart<MachineFilter['blocked']>('blocked', ['', 'yes', 'no']),
}

interface Props {
  statuses: readonly string[]
  filters: MachineFilter
  set: { readonly [Name in keyof MachineFilter]: (value: MachineFilter[Name]) => void }
}

export function MachineFilterFields({ statuses, filters, set }: Props) {
  // one that a link names shows, also where no machine has it
  const offered = statuses.some((status) => status.toLowerCase() === filters.status)
    ? statuses
    : [...statuses, filters.status].filter(Boolean)
  return (
    <>
      <TextField
        select
        size="small"
        label="Status"
        value={filters.status}
        onChange={(event) => set.status(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 140 }}
      >
        <MenuItem value="">Any status</MenuItem>
        {offered.map((status) => (
          <MenuItem key={status} value={status.toLowerCase()}>
            {status}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label="Blocked"
        value={filters.blocked}
        onChange={(event) => set.blocked(event.target.value as MachineFilter['blocked'])}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 140 }}
      >
        <MenuItem value="">All</MenuItem>
        <MenuItem value="yes">Blocked</MenuItem>
        <MenuItem value="no">Not blocked</MenuItem>
      </TextField>
    </>
  )
}

const BLOCKED_WORDS = { '': '', yes: 'blocked', no: 'not blocked' } as const

/** What a list is narrowed to, for the name of its file. */
export const filterWords = ({ status, blocked }: MachineFilter): string[] => [status, BLOCKED_WORDS[blocked]]
