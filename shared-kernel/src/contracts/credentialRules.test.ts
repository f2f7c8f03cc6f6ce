import { describe, expect, it } from '@jest/globals'
import { userNameProblem, type UserNameProblem } from './credentialRules'

describe('a new user name', () => {
  it.each<[string, string, UserNameProblem | null]>([
    ['plain', 'ana', null],
    ['with an apostrophe', "Siobhán O'Brien", null],
    ['Cyrillic', 'Олена Шевченко', null],
    ['Greek with digits', 'Γιώργος 2', null],
    ['Arabic', 'محمد حسن', null],
    ['Japanese', '太郎 山田', null],
    ['Latin and Japanese', 'Taro 太郎', null],
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
  ])('is checked: %s', (_, name, problem) => expect(userNameProblem(name)).toBe(problem))
})
