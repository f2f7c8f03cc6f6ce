import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { GAME_TYPES, type GameType } from '@console/shared-kernel/contracts'
import { SearchField } from '@console/shared-kernel/table'

interface Props {
  search: string
  onSearch: (search: string) => void
  type: GameType | ''
  onType: (type: GameType | '') => void
  count: string
}

export function GameFilterFields({ search, onSearch, type, onType, count }: Props) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <SearchField label="Search games" value={search} onChange={onSearch} ofScreen />
      <TextField
        select
        size="small"
        label="Type"
        value={type}
        onChange={(event) => onType(event.target.value as GameType | '')}
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
