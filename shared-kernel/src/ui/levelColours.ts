import type { ThemeMode } from '../client/themeMode'
import { isLevel, type Level } from '../domain/levels'

/** One shade a theme: each reads at 4.5:1 or better against its panel. */
const SHADES: Record<Level, Record<ThemeMode, string>> = {
  1: { light: '#c62828', dark: '#ef9a9a' },
  2: { light: '#7b1fa2', dark: '#ce93d8' },
  3: { light: '#1557b0', dark: '#82b1ff' },
  4: { light: '#0277bd', dark: '#81d4fa' },
  5: { light: '#b84300', dark: '#ffb74d' },
  6: { light: '#2e7d32', dark: '#a5d6a7' },
  7: { light: '#616161', dark: '#bdbdbd' },
}

export const levelColour = (level: number, mode: ThemeMode): string =>
  SHADES[isLevel(level) ? level : 7][mode]

/** An avatar filled with the level's colour, its letter readable in both themes. */
export const avatarColours = (level: number, mode: ThemeMode) => ({
  bgcolor: levelColour(level, mode),
  color: mode === 'dark' ? 'rgba(0, 0, 0, 0.87)' : '#fff',
})
