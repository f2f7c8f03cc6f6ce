import { foldCase, searchKey } from '@console/shared-kernel/rules'

/** The last character that has a lower case. */
const LAST_CASED = 0x1e943
/** Accents that have no letter to be composed with. */
const ACCENTS = '[\\u0300-\\u036f]*'
const ASCII_SIGN = /[!-/:-@[-`{-~]/

/** Lower case by single letters: a final sigma and a dotted I have another one within a word. */
const fold = (text: string): string => foldCase(text).replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
const foldBare = (text: string): string => fold(searchKey(text).split('\n').at(-1) ?? '')

type Sources = ReadonlyMap<string, string>

/** The characters that become each one. */
function sourcesBy(foldOne: (character: string) => string): Sources {
  const sources = new Map<string, string>()
  for (let code = 0x20; code <= LAST_CASED; code += 1) {
    const character = String.fromCodePoint(code)
    const folded = foldOne(character)
    if (folded !== character) sources.set(folded, (sources.get(folded) ?? '') + character)
  }
  return sources
}

// some milliseconds each, for servers that are asked to search
let folding: { readonly plain: Sources; readonly bare: Sources } | null = null

/**
 * A regular expression that finds in composed text (NFC) what the console's search finds (`matcher`); empty where
 * that finds everything. The letters are spelled out here, so that no database's locale has a say in what upper case
 * or an accent is.
 */
export function searchPattern(search: string): string {
  if (search.trim() === '') return ''
  folding ??= { plain: sourcesBy(fold), bare: sourcesBy(foldBare) }
  const characters = Array.from(fold(search.trim()))
  // a search with accents wants them
  const isBare = characters.every((character) => foldBare(character) === character)
  const sources = isBare ? folding.bare : folding.plain
  return characters
    .map((character) => oneOf(character, sources.get(character) ?? ''))
    .join(isBare ? ACCENTS : '')
}

const oneOf = (character: string, others: string): string =>
  others === '' ? character.replace(ASCII_SIGN, '\\$&') : `[${character}${others}]`
