export const ALL = { tag: '@all' }
/** One of each kind, for every run; the whole table is for `npm run test:all`. */
const SAMPLE = new Set([
  'the entry is 404',
  'the entry hangs',
  'the chunk is 404',
  'throws in init',
  'throws in render',
])
export const runOf = (what: string) => (SAMPLE.has(what) ? {} : ALL)
