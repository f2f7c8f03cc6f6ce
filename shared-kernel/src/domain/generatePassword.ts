/** Leaves out characters that look alike: 0 and O, 1, l and I. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4
/** Larger bytes would make the first characters more likely. */
const FAIR_BYTES = 256 - (256 % CHARACTERS.length)

/** Generates passwords such as 'kX9v-mTq2-wLr7-Hb4n': 92 random bits, in groups that can be read out. */
export function generatePassword(): string {
  let letters = ''
  while (letters.length < GROUPS * GROUP_LENGTH) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < FAIR_BYTES) letters += CHARACTERS[byte % CHARACTERS.length]
  }
  return letters.replace(/.{4}(?=.)/g, '$&-')
}
