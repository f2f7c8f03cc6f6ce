import { describe, expect, test } from '@jest/globals'
import { contrast, over } from '../../../testing/contrast'
import { LEVELS } from '../../domain/levels'
import { levelShade } from '../LevelChip'
import { themeOf } from '../theme'
import { tableStyles } from './tableStyles'

type Styles = Record<string, Record<string, string>>

/** In the order in which style sheets apply them. */
const ROWS: Record<string, string[]> = {
  plain: [],
  hovered: ['& tbody tr.data:hover'],
  blocked: ['& tbody tr.tinted'],
  'blocked and hovered': ['& tbody tr.tinted:hover'],
}

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  const theme = themeOf(mode)
  const { palette } = theme
  const styles = tableStyles(theme) as unknown as Styles
  const texts = {
    ...Object.fromEntries(LEVELS.map((level) => [`level ${level}`, levelShade(level, mode)])),
    "'Disabled' and profit": styles['& .chip.success']!['color']!,
    "'Enabled' and loss": styles['& .chip.error']!['color']!,
    'plain chip': styles['& .chip']!['color']!,
    'second line': styles['& .lines > .second']!['color']!,
    'mark of what is offline': styles['& .mark.warning']!['color']!,
    'mark of what is blocked': styles['& .mark.error']!['color']!,
  }

  describe.each(Object.keys(ROWS))('in a %s row', (kind) => {
    const tint = ROWS[kind]!.map((selector) => styles[selector]!['backgroundColor']!)
    const ground = tint.reduce((under, colour) => over(colour, under), palette.background.paper)

    test.each(Object.entries(texts))('%s has a contrast of 4.5:1', (_, colour) =>
      expect(contrast(over(colour, ground), ground)).toBeGreaterThanOrEqual(4.5),
    )
  })

  test.each(['success', 'error'])('a filled %s chip has a contrast of 4.5:1', (tone) => {
    const { color, backgroundColor } = styles[`& .chip.${tone}.filled`]!
    expect(contrast(over(color!, backgroundColor!), backgroundColor!)).toBeGreaterThanOrEqual(4.5)
  })
})
