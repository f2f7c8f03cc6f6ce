import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'

/** The parts of a font that a style sheet rule uses. */
interface FontFace {
  weight: { min: number; max: number }
  text: string
}

/** Removes from each font the weights and letters that its rule in the style sheet does not name. */
export function usedFonts(styleSheet: string): RsbuildPlugin {
  return {
    name: 'console:used-fonts',
    apply: 'build',
    setup(api) {
      const faces = fontFaces(readFileSync(styleSheet, 'utf8'))
      api.transform({ test: /\.woff2$/, raw: true }, async ({ code, resourcePath }) => {
        const face = faces.get(basename(resourcePath))
        return face ? reducedFont(code, face) : code
      })
    },
  }
}

export const reducedFont = (font: Buffer, { weight, text }: FontFace): Promise<Buffer> =>
  subsetFont(font, text, { targetFormat: 'woff2', variationAxes: { wght: weight } })

/** The keys are font file names. */
export function fontFaces(styles: string): Map<string, FontFace> {
  const rules = styles.match(/@font-face \{[^}]+\}/g) ?? []
  return new Map(
    rules.map((rule) => {
      const value = (property: string) => new RegExp(`${property}:([^;]+);`).exec(rule)![1]!
      const file = /url\('([^']+)'\)/.exec(value('src'))![1]!
      const [min, max] = value('font-weight').trim().split(' ').map(Number)
      return [basename(file), { weight: { min: min!, max: max! }, text: lettersOf(value('unicode-range')) }]
    }),
  )
}

/** @param ranges such as `U+0301, U+0400-045F` */
const lettersOf = (ranges: string): string =>
  [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .map(([, from, to = from]) => {
      const first = parseInt(from!, 16)
      const codes = Array.from({ length: parseInt(to!, 16) - first + 1 }, (_, index) => first + index)
      return String.fromCodePoint(...codes)
    })
    .join('')
