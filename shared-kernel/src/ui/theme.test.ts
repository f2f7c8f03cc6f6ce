import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { alpha, type Theme } from '@mui/material/styles'
import { channels, contrast, luminance, over } from '../../testing/contrast'
import { LEVELS } from '../domain/levels'
import { avatarColours, levelShade } from './LevelChip'
import { themeOf } from './theme'
import { PALETTES, SURFACES, TEXTS, tint } from './tokens'

const MODES = ['light', 'dark'] as const

test("the test's contrast agrees with WCAG", () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

function shadowOf({ components }: Theme, what: 'cards' | 'bar'): string {
  const style =
    what === 'cards'
      ? components!.MuiPaper!.styleOverrides!.elevation1
      : components!.MuiAppBar!.styleOverrides!.root
  return (style as { boxShadow: string }).boxShadow
}

/** The hue in degrees around the colour wheel, or 'grey' if there is none. */
function hueOf(colour: string): number | 'grey' {
  const [red, green, blue] = channels(colour)
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  if (high - low < 8) return 'grey'
  const sixth =
    high === red
      ? (green - blue) / (high - low)
      : high === green
        ? 2 + (blue - red) / (high - low)
        : 4 + (red - green) / (high - low)
  return (sixth * 60 + 360) % 360
}

describe.each(MODES)('[CONST-22] the %s theme', (mode) => {
  const { palette, shape, typography, components } = themeOf(mode)

  test('has radius 8, Roboto, and buttons without capitals', () => {
    expect(palette.mode).toBe(mode)
    expect(shape.borderRadius).toBe(8)
    expect(typography.fontFamily).toBe('Roboto, Helvetica, Arial, sans-serif')
    expect(typography.button.textTransform).toBe('none')
  })

  test('[SHELL-12] [SHELL-13] [GAMECONFIG-2] keeps the case of section names', () =>
    expect(typography.overline.textTransform).toBe('none'))

  test('primary is blue, secondary is purple', () => {
    expect(hueOf(palette.primary.main)).toBeGreaterThan(195)
    expect(hueOf(palette.primary.main)).toBeLessThan(240)
    expect(hueOf(palette.secondary.main)).toBeGreaterThan(270)
    expect(hueOf(palette.secondary.main)).toBeLessThan(310)
  })

  test.each([
    { name: 'success', colour: 'green', from: 110, to: 140 },
    { name: 'warning', colour: 'amber', from: 20, to: 45 },
    { name: 'error', colour: 'red', from: 350, to: 370 },
  ] as const)('[STATE-18] [MACHINES-5] [MACHINES-6] $name is $colour', ({ name, from, to }) => {
    const hue = Number(hueOf(palette[name].main))
    const turned = to > 360 && hue < 180 ? hue + 360 : hue
    expect(turned).toBeGreaterThanOrEqual(from)
    expect(turned).toBeLessThanOrEqual(to)
  })

  test.each(['cards', 'bar'] as const)('gives %s a soft shadow', (name) =>
    expect(shadowOf(themeOf(mode), name)).toMatch(/rgba/),
  )

  test('[CONST-9] shows tooltips after 100 ms, and after 700 ms of touch', () =>
    expect(components?.MuiTooltip?.defaultProps).toMatchObject({ enterDelay: 100, enterTouchDelay: 700 }))

  test('[CONST-23] has the specified breakpoints', () =>
    expect(themeOf(mode).breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 }))

  // alerts and selected entries use the lighter tint, outlined buttons use both
  test.each(['page', 'panel', 'raised'] as const)('has readable text on a %s and on its tints', (where) => {
    const ground = SURFACES[mode][where]
    for (const name of ['primary', 'secondary', 'success', 'warning', 'error'] as const) {
      const { main } = palette[name]
      for (const tinted of [0, 0.08, 0.1].map((share) => over(alpha(main, share), ground)))
        expect([name, tinted, contrast(main, tinted) >= 4.5]).toEqual([name, tinted, true])
      expect(
        contrast(over(TEXTS[mode].primary, over(tint(main), ground)), over(tint(main), ground)),
      ).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(['page', 'panel', 'raised'] as const)(
    'has a contrast of 4.5:1 for text and 3:1 for field borders on a %s',
    (where) => {
      const ground = SURFACES[mode][where]
      for (const text of Object.values(TEXTS[mode]))
        expect(contrast(over(text, ground), ground)).toBeGreaterThanOrEqual(4.5)
      const { notchedOutline } = components!.MuiOutlinedInput!.styleOverrides as {
        notchedOutline: { borderColor: string }
      }
      expect(contrast(over(notchedOutline.borderColor, ground), ground)).toBeGreaterThanOrEqual(3)
    },
  )

  test('colours icons like secondary text', () => expect(palette.action.active).toBe(palette.text.secondary))

  test('has readable toasts', () => {
    const { toast } = SURFACES[mode]
    expect(contrast(over(TEXTS.dark.primary, toast), toast)).toBeGreaterThanOrEqual(4.5)
    const { primary, success, warning, error } = PALETTES.dark
    for (const { main } of [primary, success, warning, error])
      expect(contrast(main, toast)).toBeGreaterThanOrEqual(3)
  })

  test('is created once', () => expect(themeOf(mode)).toBe(themeOf(mode)))
})

describe('[CONST-22] light and dark', () => {
  const [light, dark] = [themeOf('light'), themeOf('dark')]

  test('have a light grey page with white panels, and a very dark grey one with dark grey panels', () => {
    expect([light, dark].map(({ palette }) => palette.background)).toMatchObject([
      { default: '#f4f6f8', paper: '#ffffff' },
      { default: '#0e1116', paper: '#14181e' },
    ])
  })

  test.each(['primary', 'secondary'] as const)('%s is lighter in the dark theme', (name) =>
    expect(luminance(dark.palette[name].main)).toBeGreaterThan(luminance(light.palette[name].main)),
  )

  test.each(['cards', 'bar'] as const)('the shadow of %s is stronger in the dark theme', (name) => {
    const strength = (theme: Theme) =>
      Math.max(...[...shadowOf(theme, name).matchAll(/([\d.]+)\)/g)].map(([, share]) => Number(share)))
    expect(strength(dark)).toBeGreaterThan(strength(light))
  })

  test('colour the page before anything is rendered', () => {
    const css = readFileSync(`${__dirname}/../../../host/src/app/firstPaint.ts`, 'utf8')
    const grounds = [...css.matchAll(/background:(#\w+)/g)].map(([, colour]) => colour)
    expect(grounds).toEqual([light, dark].map(({ palette }) => palette.background.default))
  })
})

describe('[ROLE-1] the colours of the levels', () => {
  const HUES: { level: number; colour: string; from: number; to: number }[] = [
    { level: 1, colour: 'red', from: 350, to: 370 },
    { level: 2, colour: 'purple', from: 270, to: 310 },
    { level: 3, colour: 'blue', from: 210, to: 225 },
    { level: 4, colour: 'light blue', from: 195, to: 205 },
    { level: 5, colour: 'orange', from: 15, to: 40 },
    { level: 6, colour: 'green', from: 110, to: 140 },
  ]

  describe.each(MODES)('in the %s theme', (mode) => {
    test.each(HUES)('level $level is $colour', ({ level, from, to }) => {
      const hue = Number(hueOf(levelShade(level, mode)))
      const turned = to > 360 && hue < 180 ? hue + 360 : hue
      expect(turned).toBeGreaterThanOrEqual(from)
      expect(turned).toBeLessThanOrEqual(to)
    })

    test.each([7, 8, 0, 999])('level %d is grey', (level) =>
      expect(hueOf(levelShade(level, mode))).toBe('grey'),
    )

    test.each(LEVELS)('level %d is readable on a panel', (level) =>
      expect(
        contrast(levelShade(level, mode), themeOf(mode).palette.background.paper),
      ).toBeGreaterThanOrEqual(4.5),
    )

    test.each(LEVELS)('the letter on the avatar of level %d is readable', (level) => {
      const { bgcolor, color } = avatarColours(level, mode)
      const letter = mode === 'dark' ? '#000000' : '#ffffff'
      expect(color).toBe(mode === 'dark' ? 'rgba(0, 0, 0, 0.87)' : '#fff')
      expect(contrast(bgcolor, letter)).toBeGreaterThanOrEqual(4.5)
    })

    test('all levels differ', () =>
      expect(new Set(LEVELS.map((level) => levelShade(level, mode))).size).toBe(LEVELS.length))
  })
})
