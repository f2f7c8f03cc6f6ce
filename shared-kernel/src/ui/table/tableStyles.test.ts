import { describe, expect, test } from '@jest/globals'
import { channels, contrast, over } from '../../../testing/contrast'
import { levelColour, LEVELS } from '../../domain/levels'
import { themeOf } from '../theme'
import { tableStyles } from './tableStyles'

type Styles = Record<string, Record<string, string>>

const CHECKED =
  '& tbody tr.data:is(:has(.select input:checked), .open):not(.tinted), & tbody tr.data:is(:has(.select input:checked), .open):not(.tinted) :is(.pinned-left, .pinned-right)'

/** The tints of each kind of row, in the order in which style sheets apply them. */
const ROWS: Record<string, string[]> = {
  plain: [],
  hovered: ['& tbody tr.data:hover'],
  blocked: ['& tbody tr.tinted'],
  'blocked and hovered': ['& tbody tr.tinted:hover'],
  changed: ['& tbody tr.data > td.changed'],
  'selected or open': [CHECKED],
}

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  const theme = themeOf(mode)
  const { palette } = theme
  const styles = tableStyles(theme) as unknown as Styles
  const groundOf = (tints: readonly string[]) =>
    tints.reduce((under, colour) => over(colour, under), palette.background.paper)
  const tintOf = ({ backgroundColor, backgroundImage = '' }: Styles[string]): string =>
    /^linear-gradient\((.*) 0 0\)$/.exec(backgroundImage)?.[1] ?? backgroundColor!
  const texts = {
    'plain text': palette.text.primary,
    'quiet chip': styles['& .chip']!['color']!,
    'second line': styles['& .lines > .second']!['color']!,
    'mark of what is offline': styles['& .mark.warning']!['color']!,
    'mark of what is blocked': styles['& .mark.error']!['color']!,
  }
  const chips = ['success', 'warning', 'error', ...new Set(LEVELS.map(levelColour))]

  describe.each(Object.keys(ROWS))('in a %s row', (kind) => {
    const ground = groundOf(ROWS[kind]!.map((selector) => tintOf(styles[selector]!)))

    test.each(Object.entries(texts))('%s has a contrast of 4.5:1', (_, colour) =>
      expect(contrast(over(colour, ground), ground)).toBeGreaterThanOrEqual(4.5),
    )

    test.each(chips)('a chip of %s has a contrast of 4.5:1 on its tint', (tone) => {
      const { color, backgroundColor } = styles[`& .chip.${tone}`]!
      expect(contrast(color!, over(backgroundColor!, ground))).toBeGreaterThanOrEqual(4.5)
    })

    test('the action icons have a contrast of 3:1, although they are dimmed', () => {
      const icon = over(styles['& .action']!['color']!, ground)
      const [red, green, blue] = channels(icon)
      const { opacity } = styles['& tr:not(:hover, :focus-within) .action']!
      const quiet = over(`rgba(${red}, ${green}, ${blue}, ${opacity})`, ground)
      expect(contrast(quiet, ground)).toBeGreaterThanOrEqual(3)
    })
  })

  test.each(['success', 'warning', 'error'])('a filled %s chip has a contrast of 4.5:1', (tone) => {
    const { color, backgroundColor } = styles[`& .chip.${tone}.filled`]!
    expect(contrast(over(color!, backgroundColor!), backgroundColor!)).toBeGreaterThanOrEqual(4.5)
  })
})
