import { MenuItem, Stack, TextField, Typography, useSearchParams } from '@console/shared-kernel/core'
import { GAME_TYPES, type GameType } from '@console/shared-kernel/contracts/game'
import { SearchField } from '@console/shared-kernel/table'
import { typeFilterOf } from './model'

/** The type that is shown alone, kept in the address; '' for all. */
export function useTypeFilter() {
  const [params, setParams] = useSearchParams()
  const setType = (type: string) =>
    setParams(
      (before) => {
        if (type === '') before.delete('type')
        else before.set('type', type)
        return before
      },
      { replace: true },
    )
  return { type: typeFilterOf(params.get('type')), setType }
}

interface Props {
  search: string
  onSearch: (search: string) => void
  type: GameType | ''
  onType: (type: string) => void
  count: string
}

export function GameFilters({ search, onSearch, type, onType, count }: Props) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <SearchField label="Search games" value={search} onChange={onSearch} ofScreen />
      <TextField
        select
        size="small"
        label="Type"
        value={type}
        onChange={(event) => onType(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ flexShrink: 0, width: 120 }}
      >
        <MenuItem value="">All types</MenuItem>
        {GAME_TYPES.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {count}
      </Typography>
    </Stack>
  )
}
