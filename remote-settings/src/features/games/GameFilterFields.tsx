import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { GAME_TYPES, type GameType } from '@console/shared-kernel/contracts'
import { FilterSelect, SearchField } from '@console/shared-kernel/table'

const TYPES = [['', 'All types'], ...GAME_TYPES.map((name) => [name, name] as const)] as const

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
      <FilterSelect label="Type" value={type} choices={TYPES} onChange={onType} />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {count}
      </Typography>
    </Stack>
  )
}
