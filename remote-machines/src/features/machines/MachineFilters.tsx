import { MenuItem, TextField, useSearchParams } from '@console/shared-kernel/core'
import type { MachineFilters } from './model'

/** The filters beside the search, kept in the address. */
export function useMachineFilters() {
  const [params, setParams] = useSearchParams()
  const blocked = params.get('blocked')
  const filters: MachineFilters = {
    status: (params.get('status') ?? '').toLowerCase(),
    blocked: blocked === 'yes' || blocked === 'no' ? blocked : '',
  }
  const setFilter = (name: keyof MachineFilters, value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  return { filters, setFilter }
}

interface Props {
  statuses: readonly string[]
  filters: MachineFilters
  onFilter: (name: keyof MachineFilters, value: string) => void
}

export function MachineFilterFields({ statuses, filters, onFilter }: Props) {
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
        onChange={(event) => onFilter('status', event.target.value)}
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
        onChange={(event) => onFilter('blocked', event.target.value)}
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
