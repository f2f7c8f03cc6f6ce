import { alpha } from '@mui/material/styles'
import type { ThemeMode } from '../client/themeMode'

/** Surfaces from the page up to the topmost. The host's firstPaint.ts repeats `page`, for the first paint. */
export const SURFACES = {
  light: { page: '#f4f6f8', panel: '#ffffff', raised: '#ffffff', toast: '#1f2630' },
  dark: { page: '#0e1116', panel: '#14181e', raised: '#1a1f27', toast: '#2a313d' },
} as const satisfies Record<ThemeMode, object>

export const SHADOWS = {
  light: '0 1px 2px rgba(16, 24, 40, 0.06), 0 2px 8px rgba(16, 24, 40, 0.06)',
  dark: '0 1px 2px rgba(0, 0, 0, 0.5), 0 4px 16px rgba(0, 0, 0, 0.45)',
} as const satisfies Record<ThemeMode, string>

/** Lines between rows and around panels. */
export const HAIRLINES = {
  light: 'rgba(16, 24, 40, 0.12)',
  dark: 'rgba(226, 232, 240, 0.12)',
} as const satisfies Record<ThemeMode, string>

export const TEXTS = {
  light: { primary: 'rgba(16, 24, 40, 0.92)', secondary: 'rgba(16, 24, 40, 0.66)' },
  dark: { primary: '#eef1f5', secondary: 'rgba(238, 241, 245, 0.7)' },
} as const satisfies Record<ThemeMode, object>

export const PALETTES = {
  light: {
    primary: { main: '#1565c0' },
    secondary: { main: '#7b1fa2' },
    success: { main: '#276b2b' },
    warning: { main: '#9a4600' },
    error: { main: '#b71c1c' },
  },
  dark: {
    primary: { main: '#90caf9' },
    secondary: { main: '#ce93d8' },
    success: { main: '#81c784' },
    warning: { main: '#ffb74d' },
    error: { main: '#f48a8a' },
  },
} as const satisfies Record<ThemeMode, object>

/** All text sizes, in pixels. */
export const TEXT_SIZES = { small: 12, dense: 13, text: 14, heading: 16, title: 20, figure: 28 } as const

/** A text size that scales with the browser's. */
export const rem = (size: keyof typeof TEXT_SIZES): string => `${TEXT_SIZES[size] / 16}rem`

/** The background of a chip, a chosen entry or a tinted row. */
export const tint = (colour: string): string => alpha(colour, 0.08)

/** The height of all fields, in pixels. */
export const FIELD_HEIGHT = 40
/** The height of the bar above all screens, in pixels. */
export const TOP_BAR_HEIGHT = 56
