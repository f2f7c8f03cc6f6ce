import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { hasHiddenCharacters, userNameProblem, type UserNameProblem } from './inputRules'

describe('a new user name', () => {
  test.each<[string, string, UserNameProblem | null]>([
    ['plain', 'ana', null],
    ['with an apostrophe', "Siobhán O'Brien", null],
    ['Cyrillic', 'Олена Шевченко', null],
    ['Greek with digits', 'Γιώργος 2', null],
    ['Arabic', 'محمد حسن', null],
    ['Japanese', '太郎 山田', null],
    ['Spanish', 'Ñandú', null],
    ['Spanish, decomposed', 'N\u0303andu\u0301', null],
    ['Vietnamese', 'Nguyễn Thị Ánh', null],
    ['Greek with an accent', 'Ελένη', null],
    ['Cyrillic without a Latin twin', 'Иван', null],
    ['Arabic in one word', 'محمد', null],
    ['Hindi, whose vowel signs are marks', 'हिन्दी', null],
    ['Korean, decomposed', '\u1112\u1161\u11ab', null],
    ['an emoji', '🎰', null],
    ['of 64 characters', '𝒂'.repeat(64), null],
    ['empty', '', 'form'],
    ['of 65 characters', 'a'.repeat(65), 'form'],
    ['with a slash', 'a/b', 'form'],
    ['with a line break', 'a\nb', 'form'],
    ['with a no-break space at the end', 'a\u00a0', 'form'],
    ['with a zero-width space', 'an\u200ba', 'ignorable'],
    ['with a soft hyphen', 'an\u00ada', 'ignorable'],
    ['with a variation selector', 'a\ufe0f', 'ignorable'],
    ['of a Hangul filler', '\u3164', 'ignorable'],
    ['with an object replacement character', 'mas\ufffcter', 'ignorable'],
    ['with an interlinear annotation mark', 'mas\ufff9ter', 'ignorable'],
    ['with a line separator', 'ana\u2028b', 'ignorable'],
    ['with a paragraph separator', 'ana\u2029b', 'ignorable'],
    ['of a blank Braille pattern', '\u2800', 'blank'],
    ['of combining marks', '\u0301\u0302', 'blank'],
    ['of what is not assigned', '\u0378', 'blank'],
    ['Latin with a Cyrillic а', 'аdmin', 'mixed'],
    ['Latin with a Greek omicron', 'bοb', 'mixed'],
    ['Latin with what is Greek after NFKC', 'a\u00b5', 'mixed'],
    ['wide Latin with Cyrillic', 'ｂо', 'mixed'],
    ['wide Latin', 'ａdmin1', 'mixed'],
    ['Latin and Japanese', 'Taro 太郎', 'mixed'],
    ['Latin with a Cherokee Ꭺ', 'Ꭺdmin1', 'mixed'],
    ['Latin with a small capital', 'ᴍaster', 'mixed'],
    ['Latin with a phonetic ɑ', 'ɑdmin1', 'mixed'],
    ['Latin with a click letter', 'c\u01c0ient1', 'mixed'],
    ['Latin with a Roman numeral', 'ⅿaster', 'mixed'],
    ['with a solidus over a letter', 'ma\u0338ster', 'mixed'],
    ['with a line below', 'master\u0332', 'mixed'],
    ['Latin with a Greek iota below', 'ma\u0345ster', 'mixed'],
    ['Latin with a Devanagari sign', 'ma\u093fster', 'mixed'],
    ['Devanagari with an Armenian letter', 'हիन', 'mixed'],
    ['with what is not assigned', 'ana\u0378', 'mixed'],
  ])('is checked: %s', (_, name, problem) => expect(userNameProblem(name)).toBe(problem))
})

/** Letters by script: those of two scripts must not be mixed. */
const LETTERS = {
  Latin: [...'azAZñÑéßøığĀŁẽỳ'],
  Greek: [...'αωΑΩςέϊ'],
  Cyrillic: [...'аяАЯёіїђ'],
  Arabic: [...'محمدىةگ'],
  Hebrew: [...'אבתםץ'],
  Armenian: [...'աֆԱՖ'],
  Georgian: [...'აჰ'],
  Han: [...'太郎山田'],
  Thai: [...'กขฮ'],
  Cherokee: [...'ᎪᎱᏴ'],
} as const
const COMMON = [...'0129_-. ·€🎰']
const IMITATIONS = [...'ᴍɑɡⅿａﬁʰ', '\u0338', '\u0332', '\u20dd']

describe('letters of a user name', () => {
  const scripts = fc.constantFrom(...(Object.keys(LETTERS) as (keyof typeof LETTERS)[]))
  const word = (script: keyof typeof LETTERS) =>
    fc.array(fc.constantFrom<string>(...LETTERS[script], ...COMMON), { maxLength: 20 }).map((all) => {
      const [letter] = LETTERS[script]
      return `${letter}${all.join('')}${letter}`
    })

  test('may be of one script, with any common characters', () =>
    fc.assert(
      fc.property(scripts.chain(word), (name) => {
        expect(userNameProblem(name)).toBeNull()
        expect(userNameProblem(name.normalize('NFD'))).toBeNull()
      }),
    ))

  test('may not be of two scripts, nor imitations, in any position', () =>
    fc.assert(
      fc.property(scripts, scripts, fc.nat(20), fc.context(), (one, other, seed, context) => {
        const [name = ''] = fc.sample(word(one), { seed, numRuns: 1 })
        const foreign = one === other ? IMITATIONS : LETTERS[other]
        const place = 1 + (seed % (name.length - 1))
        const mixed = `${name.slice(0, place)}${foreign[seed % foreign.length]}${name.slice(place)}`
        context.log(mixed)
        fc.pre(!/\p{Surrogate}/u.test(mixed))
        expect(userNameProblem(mixed)).toBe('mixed')
      }),
    ))
})

describe('a client’s name', () => {
  test.each(['', 'Bar Ñandú', 'مُحَمَّد', 'Bar ❤\ufe0f', 'O’Brien & Søn — 東京'])('may be %j', (name) =>
    expect(hasHiddenCharacters(name)).toBe(false),
  )

  test.each([
    ['a bidi control', 'Bar\u202eeslaf'],
    ['a bidi isolate', '\u2066Bar'],
    ['an Arabic letter mark', 'Bar\u061c'],
    ['a zero-width space', 'B\u200bar'],
    ['a zero-width joiner', 'B\u200dar'],
    ['a zero-width no-break space', '\ufeffBar'],
    ['a word joiner', 'B\u2060ar'],
    ['an annotation mark', 'Bar\ufff9Other'],
    ['a line separator', 'Bar\u2028Other'],
    ['a paragraph separator', 'Bar\u2029Other'],
  ])('may not contain %s', (_, name) => expect(hasHiddenCharacters(name)).toBe(true))
})
