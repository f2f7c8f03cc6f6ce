import { foldCase, searchKey } from '@console/shared-kernel/rules'

/** The last Unicode character that has a lower-case form. */
const LAST_CASED = 0x1e943
/** Combining accents that remain in composed text. */
const ACCENTS = '[\\u0300-\\u036f]*'
const ASCII_SIGN = /[!-/:-@[-`{-~]/

/** Folds single letters: within a word, a final sigma and a dotted I have a different lower case. */
const fold = (text: string): string => foldCase(text).replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
const foldBare = (text: string): string => fold(searchKey(text).split('\n').at(-1) ?? '')

type Sources = ReadonlyMap<string, string>

function sourcesBy(foldOne: (character: string) => string): Sources {
  const sources = new Map<string, string>()
  for (let code = 0x20; code <= LAST_CASED; code += 1) {
    const character = String.fromCodePoint(code)
    const folded = foldOne(character)
    if (folded !== character) sources.set(folded, (sources.get(folded) ?? '') + character)
  }
  return sources
}

/** Built on the first search, which takes a few milliseconds. */
let folding: { plain: Sources; bare: Sources } | null = null

/**
 * Matches in composed text (NFC) what the console's search (`matcher`) finds; empty if that is everything.
 * Spells out the letters, because upper case and accents depend on the database's locale.
 */
export function searchPattern(search: string): string {
  if (search.trim() === '') return ''
  folding ??= { plain: sourcesBy(fold), bare: sourcesBy(foldBare) }
  const characters = Array.from(fold(search.trim()))
  // a search with accents matches only the same accents
  const isBare = characters.every((character) => foldBare(character) === character)
  const sources = isBare ? folding.bare : folding.plain
  return characters
    .map((character) => oneOf(character, sources.get(character) ?? ''))
    .join(isBare ? ACCENTS : '')
}

const oneOf = (character: string, others: string): string =>
  others === '' ? character.replace(ASCII_SIGN, '\\$&') : `[${character}${others}]`
