import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type ThemeMode, useThemeMode } from '../client/themeMode'
import { levelColour, type LevelColour, levelName } from '../domain/levels'
import { tint } from './tokens'

/** Contrast 4.5:1 or better on a panel and in a tinted row. */
const SHADES: Record<LevelColour, Record<ThemeMode, string>> = {
  red: { light: '#b71c1c', dark: '#ef9a9a' },
  purple: { light: '#7b1fa2', dark: '#ce93d8' },
  blue: { light: '#1557b0', dark: '#82b1ff' },
  lightBlue: { light: '#01609a', dark: '#81d4fa' },
  orange: { light: '#a83c00', dark: '#ffb74d' },
  green: { light: '#276b2b', dark: '#a5d6a7' },
  grey: { light: '#616161', dark: '#bdbdbd' },
}

export const levelShade = (level: number, mode: ThemeMode): string => SHADES[levelColour(level)][mode]

/** Readable in both themes. */
export const avatarColours = (level: number, mode: ThemeMode) => ({
  bgcolor: levelShade(level, mode),
  color: mode === 'dark' ? 'rgba(0, 0, 0, 0.87)' : '#fff',
})

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
  return <Chip size="small" label={label} sx={{ color: colour, bgcolor: tint(colour), fontWeight: 500 }} />
}
