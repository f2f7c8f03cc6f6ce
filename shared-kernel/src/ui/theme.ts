import { alpha, createTheme, type Theme } from '@mui/material/styles'
import type { ThemeMode } from '../client/themeMode'

export const TOOLTIP_DELAY_MS = 100
export const TOOLTIP_TOUCH_DELAY_MS = 700
const TOOLTIP_FADE_MS = 200

const SHADOW = {
  light: '0 1px 2px rgba(16, 24, 40, 0.06), 0 2px 8px rgba(16, 24, 40, 0.06)',
  dark: '0 1px 2px rgba(0, 0, 0, 0.5), 0 4px 16px rgba(0, 0, 0, 0.45)',
}

/** The host's firstPaint.ts repeats `page`, for the first paint. */
const SURFACE = {
  light: { page: '#f4f6f8', panel: '#ffffff' },
  dark: { page: '#121212', panel: '#1e1e1e' },
}

const PALETTE = {
  light: {
    primary: { main: '#1565c0' },
    secondary: { main: '#7b1fa2' },
    success: { main: '#276b2b' },
    warning: { main: '#9a4600' },
    error: { main: '#c62828' },
  },
  dark: {
    primary: { main: '#90caf9' },
    secondary: { main: '#ce93d8' },
    success: { main: '#81c784' },
    warning: { main: '#ffb74d' },
    error: { main: '#f48a8a' },
  },
}

/** In landscape on a phone, or at 400 % zoom, the whole dialog scrolls: title and buttons leave no room. */
const SHORT_WINDOW = '@media (max-height: 480px)'

/** Except progress indicators, which are meaningless without motion. */
const STILL = ['', '::before', '::after']
  .map((part) => `*:not([role=progressbar], [role=progressbar] *)${part}`)
  .join(', ')

const TOAST_SEVERITIES = ['success', 'warning', 'error'] as const

function build(mode: ThemeMode): Theme {
  const shadow = SHADOW[mode]
  return createTheme({
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    palette: {
      mode,
      ...PALETTE[mode],
      background: { default: SURFACE[mode].page, paper: SURFACE[mode].panel },
    },
    typography: {
      fontFamily: 'Roboto, Helvetica, Arial, sans-serif',
      button: { textTransform: 'none' },
      overline: { fontSize: '0.8125rem', fontWeight: 500, letterSpacing: 'normal', textTransform: 'none' },
      h1: { fontSize: '1.5rem', fontWeight: 500, lineHeight: 1.3 },
      h2: { fontSize: '1.125rem', fontWeight: 500, lineHeight: 1.4 },
    },
    transitions: {
      duration: {
        shortest: 80,
        shorter: 100,
        short: 120,
        standard: 140,
        complex: 150,
        enteringScreen: 140,
        leavingScreen: 120,
      },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: { height: '100%' },
          // a name without spaces stays inside its dialog, menu or toast
          body: { height: '100%', overflowWrap: 'break-word' },
          '#root': { height: '100%' },
          '[data-new-page]': { outline: 0 },
          // a focused screen, dialog or drawer
          '[tabindex="-1"]:focus-visible:not([data-new-page])': {
            outline: `2px solid ${PALETTE[mode].primary.main}`,
            outlineOffset: -2,
          },
          '@media (prefers-reduced-motion: reduce)': {
            [STILL]: {
              animationDelay: '0s !important',
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDelay: '0s !important',
              // any duration delays changes by a frame, in which a tooltip would appear in the corner
              transitionDuration: '0s !important',
            },
          },
        },
      },
      MuiAlert: {
        styleOverrides: {
          root: {
            variants: TOAST_SEVERITIES.flatMap((severity) => [
              {
                // white is readable on the light shades
                props: { variant: 'filled', severity },
                style: { backgroundColor: PALETTE.light[severity].main, color: '#fff' },
              },
              {
                // a dark alert hardly stands out from a dark page
                props: { variant: 'standard', severity },
                style: { border: `1px solid ${alpha(PALETTE[mode][severity].main, 0.4)}` },
              },
            ]),
          },
        },
      },
      MuiAppBar: {
        defaultProps: { elevation: 0, color: 'inherit' },
        styleOverrides: {
          root: { boxShadow: shadow, backgroundImage: 'none', backgroundColor: SURFACE[mode].panel },
        },
      },
      MuiButtonBase: {
        // the button's text colour contrasts with each background
        styleOverrides: {
          root: {
            '&.Mui-focusVisible': { outline: '2px solid currentcolor', outlineOffset: -2 },
            // high contrast takes all backgrounds away
            '@media (forced-colors: active)': {
              '&:is(.active, .Mui-selected, [aria-pressed=true], .MuiButton-contained)': {
                border: '3px solid',
              },
            },
          },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            [SHORT_WINDOW]: {
              margin: 8,
              width: 'calc(100% - 16px)',
              maxHeight: 'calc(100% - 16px)',
              '& > form': { flexShrink: 0 },
            },
          },
        },
      },
      MuiDialogContent: {
        styleOverrides: { root: { [SHORT_WINDOW]: { flex: 'none', overflowY: 'visible' } } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
      MuiCard: { styleOverrides: { root: { boxShadow: shadow } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // above toasts
      MuiPopover: { styleOverrides: { root: ({ theme }) => ({ zIndex: theme.zIndex.tooltip }) } },
      MuiTooltip: {
        defaultProps: {
          enterDelay: TOOLTIP_DELAY_MS,
          enterTouchDelay: TOOLTIP_TOUCH_DELAY_MS,
          slotProps: { transition: { timeout: { enter: TOOLTIP_FADE_MS, exit: 0 } } },
        },
      },
    },
  })
}

const themes = new Map<ThemeMode, Theme>()

export function themeOf(mode: ThemeMode): Theme {
  const theme = themes.get(mode) ?? build(mode)
  themes.set(mode, theme)
  return theme
}

/** Hidden, except from screen readers. */
export const READ_OUT_ONLY = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
