import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useThemeMode } from '../client/themeMode'
import { levelName } from '../domain/levels'
import { levelShade } from './levelShades'

export function LevelDot({ level }: { level: number }) {
  const colour = levelShade(level, useThemeMode())
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 8,
        height: 8,
        borderRadius: '50%',
        bgcolor: colour,
        flexShrink: 0,
        display: 'inline-block',
      }}
    />
  )
}

export function LevelChip({ level, label = levelName(level) }: { level: number; label?: string }) {
  const colour = levelShade(level, useThemeMode())
  return <Chip size="small" variant="outlined" label={label} sx={{ color: colour, borderColor: colour }} />
}
