/** Latin and Greek letters that may have an accent, and combining accents. */
const ACCENTED = /[\u00c0-\u024f\u0300-\u03ff\u1e00-\u1fff]/
const ACCENTS = /[\u0300-\u036f]+/g

/** Lower case in NFC, so that composed and combining accents are equal. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** Folded, with and without accents: 'garcia' finds García, but 'garcía' does not find Garcia. */
export function searchKey(text: string): string {
  const folded = foldCase(text)
  if (!ACCENTED.test(folded)) return folded
  return `${folded}\n${folded.normalize('NFD').replace(ACCENTS, '')}`
}

/** Tests texts for a query, ignoring case and surrounding blanks. An empty query matches everything. */
export function matcher(query: string): (...texts: (string | null)[]) => boolean {
  const wanted = foldCase(query.trim())
  return (...texts) =>
    wanted === '' || texts.some((text) => text !== null && searchKey(text).includes(wanted))
}
