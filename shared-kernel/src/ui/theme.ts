import { createTheme, type Theme } from '@mui/material/styles'
import type { ThemeMode } from '../client/themeMode'
import { buttonComponents } from './buttonStyles'
import {
  FIELD_HEIGHT,
  HAIRLINES,
  PALETTES,
  rem,
  SHADOWS,
  SURFACES,
  TEXT_SIZES,
  TEXTS,
  tint,
  TOP_BAR_HEIGHT,
} from './tokens'

export const TOOLTIP_DELAY_MS = 100
export const TOOLTIP_TOUCH_DELAY_MS = 700
const TOOLTIP_FADE_MS = 140
const MENU_MS = 120

/**
 * The whole dialog scrolls in such a window (a phone in landscape, 400 % zoom), because title and buttons
 * leave no room for the content.
 */
const SHORT_WINDOW = '@media (max-height: 480px)'

/** Everything except progress indicators, which are meaningless without motion. */
const STILL = ['', '::before', '::after']
  .map((part) => `*:not([role=progressbar], [role=progressbar] *)${part}`)
  .join(', ')

const SEVERITIES = ['success', 'info', 'warning', 'error'] as const

/** How much a label shrinks when it moves above its field. */
const SHRUNK = TEXT_SIZES.small / TEXT_SIZES.text
/** Field borders have a contrast of 3:1 on all surfaces. */
const BORDER = { light: 'rgba(16, 24, 40, 0.48)', dark: 'rgba(226, 232, 240, 0.42)' }

/** Safari zooms in on a field with smaller text. */
const FIELD_TEXT = { fontSize: rem('text'), '@media (pointer: coarse)': { fontSize: rem('heading') } }

/** Line heights in whole pixels: fractions add up, and cut off a table's last row. */
const text = (size: keyof typeof TEXT_SIZES, lineHeight: number, fontWeight = 400) => ({
  fontSize: rem(size),
  lineHeight: `${lineHeight / 16}rem`,
  fontWeight,
  letterSpacing: TEXT_SIZES[size] >= 20 ? '-0.01em' : 0,
})

const typography = {
  fontFamily: 'Roboto, Helvetica, Arial, sans-serif',
  fontWeightBold: 600,
  h1: text('title', 28, 600),
  h2: text('heading', 24, 600),
  h3: text('figure', 36, 600),
  h6: text('title', 28, 600),
  subtitle2: text('text', 20, 600),
  body1: text('text', 21),
  body2: text('dense', 19),
  caption: text('small', 18),
  button: { ...text('text', 24, 500), textTransform: 'none' },
  overline: { ...text('small', 24, 500), textTransform: 'none' },
} as const

const colourOf = (palette: (typeof PALETTES)[ThemeMode], severity: (typeof SEVERITIES)[number]): string =>
  palette[severity === 'info' ? 'primary' : severity].main

function build(mode: ThemeMode): Theme {
  const shadow = SHADOWS[mode]
  const surface = SURFACES[mode]
  const palette = PALETTES[mode]
  /** Surfaces over the page are lighter, because a dark page would show no shadow. */
  const raised = { backgroundColor: surface.raised, backgroundImage: 'none' }
  return createTheme({
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 8 },
    mixins: { toolbar: { minHeight: TOP_BAR_HEIGHT } },
    palette: {
      mode,
      ...palette,
      divider: HAIRLINES[mode],
      text: TEXTS[mode],
      // icons are no brighter than the texts next to them
      action: { active: TEXTS[mode].secondary },
      background: { default: surface.page, paper: surface.panel },
    },
    typography,
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
      ...buttonComponents(mode),
      MuiCssBaseline: {
        styleOverrides: {
          html: { height: '100%' },
          // a name without spaces stays inside its dialog, menu or toast
          body: { height: '100%', overflowWrap: 'break-word', fontVariantNumeric: 'tabular-nums' },
          '#root': { height: '100%' },
          // they fill the window, so a focus ring would say nothing
          'main, [data-new-page]': { outline: 0 },
          // a focused panel, dialog or drawer
          '[tabindex="-1"]:focus-visible:not(main, [data-new-page])': {
            outline: `2px solid ${palette.primary.main}`,
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
          // the icon and the action are next to the first line
          action: { paddingTop: 2 },
          root: {
            variants: [
              ...SEVERITIES.map((severity) => ({
                props: { variant: 'standard' as const, severity },
                style: {
                  color: TEXTS[mode].primary,
                  backgroundColor: tint(colourOf(palette, severity)),
                },
              })),
              // toasts: dark in both themes, with a coloured icon
              {
                props: { variant: 'filled' as const },
                style: { '&&': { color: TEXTS.dark.primary, backgroundColor: surface.toast } },
              },
              ...SEVERITIES.map((severity) => ({
                props: { variant: 'filled' as const, severity },
                style: { '& .MuiAlert-icon': { color: colourOf(PALETTES.dark, severity), opacity: 1 } },
              })),
            ],
          },
        },
      },
      MuiAppBar: {
        defaultProps: { elevation: 0, color: 'inherit' },
        styleOverrides: {
          root: { boxShadow: shadow, backgroundImage: 'none', backgroundColor: surface.panel },
        },
      },
      MuiBackdrop: {
        styleOverrides: {
          root: {
            variants: [
              {
                props: { invisible: false },
                style: { backgroundColor: `rgba(8, 11, 16, ${mode === 'dark' ? 0.6 : 0.4})` },
              },
            ],
          },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            ...raised,
            '@media (max-width: 599.95px)': {
              margin: 16,
              width: 'calc(100% - 32px)',
              maxWidth: 'calc(100% - 32px)',
              maxHeight: 'calc(100% - 32px)',
            },
            [SHORT_WINDOW]: {
              margin: 8,
              width: 'calc(100% - 16px)',
              maxHeight: 'calc(100% - 16px)',
              '& > form': { flexShrink: 0 },
            },
          },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { padding: '24px 24px 16px' } } },
      MuiDialogContent: {
        styleOverrides: {
          // the buttons add 16 px below it
          root: { padding: '0 24px 8px', [SHORT_WINDOW]: { flex: 'none', overflowY: 'visible' } },
        },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 24px' } } },
      MuiChip: {
        styleOverrides: {
          root: {
            height: 22,
            fontSize: rem('small'),
            fontWeight: 500,
            // the same colours as in tables
            variants: SEVERITIES.map((severity) => ({
              props: { variant: 'filled' as const, color: severity },
              style: {
                color: colourOf(palette, severity),
                backgroundColor: tint(colourOf(palette, severity)),
              },
            })),
          },
        },
      },
      MuiFormControl: { defaultProps: { size: 'small' } },
      MuiFormHelperText: { styleOverrides: { root: { lineHeight: '1.25rem' } } },
      MuiInputLabel: {
        defaultProps: { size: 'small' },
        styleOverrides: {
          root: FIELD_TEXT,
          outlined: {
            transform: 'translate(12px, 9px) scale(1)',
            // shrinks to 12 px
            '&.MuiInputLabel-shrink': { transform: `translate(12px, -9px) scale(${SHRUNK})` },
          },
        },
      },
      MuiInputBase: { styleOverrides: { root: FIELD_TEXT } },
      MuiOutlinedInput: {
        styleOverrides: {
          input: { height: 24, lineHeight: '24px', padding: (FIELD_HEIGHT - 24) / 2 + 'px 12px' },
          notchedOutline: { borderColor: BORDER[mode], '& legend': { fontSize: `${SHRUNK}em` } },
        },
      },
      MuiMenu: { defaultProps: { transitionDuration: MENU_MS } },
      // elevation 1 includes cards
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, elevation1: { boxShadow: shadow } } },
      // shown above toasts
      MuiPopover: {
        defaultProps: { transitionDuration: MENU_MS },
        styleOverrides: { root: ({ theme }) => ({ zIndex: theme.zIndex.tooltip }), paper: raised },
      },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiTooltip: {
        defaultProps: {
          enterDelay: TOOLTIP_DELAY_MS,
          enterTouchDelay: TOOLTIP_TOUCH_DELAY_MS,
          slotProps: { transition: { timeout: { enter: TOOLTIP_FADE_MS, exit: 0 } } },
        },
        styleOverrides: { tooltip: { fontSize: rem('small') } },
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

/** Visually hidden, for screen readers only. */
export const READ_OUT_ONLY = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
