import type { ThemeOptions } from '@mui/material/styles'
import type { ThemeMode } from '../client/themeMode'
import { HAIRLINES, rem } from './tokens'

/** Extends the touch target to 44 px without changing the layout. */
const FOR_FINGERS = {
  '@media (pointer: coarse)': {
    '&::after': { content: '""', position: 'absolute', inset: 'min(0px, (100% - 44px) / 2)' },
  },
} as const

/** A tint of the button's own text colour. */
const ofOwnColour = (percent: number) => ({
  backgroundColor: `color-mix(in srgb, currentcolor ${percent}%, transparent)`,
})

/** The part of the theme that styles buttons and segmented controls. */
export const buttonComponents = (mode: ThemeMode) =>
  ({
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 36,
          ...FOR_FINGERS,
          variants: [
            {
              props: { variant: 'outlined' },
              style: { borderColor: 'transparent', ...ofOwnColour(8), '&:hover': ofOwnColour(10) },
            },
            { props: { size: 'large' }, style: { fontSize: rem('text') } },
            // a row that ends with a text button lets it overhang by this, so that its text ends at the edge
            { props: { variant: 'text' }, style: { paddingInline: 8 } },
            { props: { size: 'small' }, style: { minHeight: 32, fontSize: rem('dense') } },
          ],
        },
      },
    },
    MuiIconButton: { styleOverrides: { root: FOR_FINGERS } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      // the button's text colour contrasts with each background
      styleOverrides: {
        root: {
          '&.Mui-focusVisible': { outline: '2px solid currentcolor', outlineOffset: -2 },
          // high-contrast mode removes all backgrounds
          '@media (forced-colors: active)': {
            // even in a group, which removes the borders of its buttons
            '&&:is(.active, .Mui-selected, [aria-pressed=true], .MuiButton-contained)': {
              border: '3px solid',
            },
          },
        },
      },
    },
    // a segmented control; if it has too little room it wraps, and each line fills the width
    MuiToggleButtonGroup: {
      defaultProps: { color: 'primary' },
      styleOverrides: {
        root: {
          flexWrap: 'wrap',
          border: `1px solid ${HAIRLINES[mode]}`,
          overflow: 'clip',
          variants: [{ props: { fullWidth: true }, style: { flexWrap: 'nowrap' } }],
        },
        grouped: {
          flexGrow: 1,
          margin: 0,
          border: 0,
          borderRadius: 0,
          boxShadow: `1px 0 ${HAIRLINES[mode]}, 0 1px ${HAIRLINES[mode]}`,
        },
      },
    },
    MuiToggleButton: {
      defaultProps: { color: 'primary' },
      styleOverrides: {
        sizeSmall: {
          minHeight: 32,
          padding: '0 12px',
          fontSize: rem('dense'),
          // its group clips what FOR_FINGERS would add
          '@media (pointer: coarse)': { minHeight: 44 },
        },
      },
    },
  }) satisfies ThemeOptions['components']
