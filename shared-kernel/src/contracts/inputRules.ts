/* Input validation; see also `*.schema.ts`. */
/** The first and last days that reports cover, 'YYYY-MM-DD', both inclusive. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2099-12-31'

/** The API's rules for user names and passwords. */
export const MAX_USER_NAME_LENGTH = 64
export const MAX_CLIENT_NAME_LENGTH = 200
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 1024
/** The longest reason of a change, in characters. */
export const MAX_REASON_LENGTH = 200
/** The longest note, in characters. */
export const MAX_NOTE_LENGTH = 2_000
export const MAX_SEARCH_LENGTH = 100
/** The maximum number of bulk change items that later calls will send. */
export const MAX_FOLLOWING_ITEMS = 2_000

/** Counts code points: an emoji of two UTF-16 units is one character. */
export const isPassword = (text: string): boolean => {
  const { length } = [...text]
  // a lone surrogate is sent as the replacement character, so different passwords would match
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && !/\p{Surrogate}/u.test(text)
}

/** `mixed`: letters that could be mistaken for others, from another script or with a mark. */
export type UserNameProblem = 'form' | 'ignorable' | 'blank' | 'mixed'

/** Format characters, two line separators that look like a space, and a placeholder browsers do not draw. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\uFFFC]/u

/** Braille, musical and Egyptian symbols that are invisible. */
const BLANK_SYMBOLS = /[\u2800\u{1D159}\u{13441}\u{13442}]/gu

/** Phonetic letters, small capitals, wide forms, and clicks, which look like an l or an exclamation mark. */
const UNUSUAL_LATIN = /(?![\0-\u01BF\u01C4-\u024F\u1E00-\u1EFF])\p{Script=Latin}/u

/** The scripts of Unicode 15, which the oldest supported Node knows: an unknown name would be a syntax error. */
const SCRIPTS =
  'Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cakm Cans ' +
  'Cari Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Geor Glag Gong ' +
  'Gonm Goth Gran Grek Gujr Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana ' +
  'Kawi Khar Khmr Khoj Kits Knda Kthi Lana Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand ' +
  'Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu ' +
  'Ogam Olck Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr ' +
  'Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr Tale Talu Taml ' +
  'Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii ' +
  'Zanb'

/** Returns the problem of a new name, or null. Slashes separate the names of a tree. */
export function userNameProblem(text: string): UserNameProblem | null {
  if (!isLine(text) || [...text].length > MAX_USER_NAME_LENGTH || text.trim() !== text) return 'form'
  if (INVISIBLE.test(text)) return 'ignorable'
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANK_SYMBOLS, ''))) return 'blank'
  const composed = text.normalize('NFC')
  const isPlain = !UNUSUAL_LATIN.test(composed) && !/\p{Script=Inherited}/u.test(composed)
  return isPlain && isOfOneScript(text.normalize('NFKC')) ? null : 'mixed'
}

const isLine = (text: string): boolean => /^[^/\p{Cc}\p{Surrogate}]+$/u.test(text)

function isOfOneScript(text: string): boolean {
  const letters = text.replace(/[\p{Script=Common}\p{Script=Inherited}]/gu, '')
  return letters === '' || SCRIPTS.split(' ').some((script) => consistsOf(script, letters))
}

const consistsOf = (script: string, text: string): boolean =>
  new RegExp(`^\\p{Script=${script}}+$`, 'u').test(text)

/** Characters that reorder a line, break it, or have no width. Variation selectors of emoji are allowed. */
const HIDDEN = /(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}\uFFF9-\uFFFB]/u

/** Whether a client's name has characters that hide how it is stored. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text)
