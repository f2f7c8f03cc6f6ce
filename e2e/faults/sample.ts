import { WITH_ALL } from '../support/test'

/** One of each kind, for every run; the whole table is for `npm run test:all`. */
const SAMPLE = new Set(['the entry is 404', 'throws in render'])
export const runOf = (what: string) => (SAMPLE.has(what) ? {} : WITH_ALL)
