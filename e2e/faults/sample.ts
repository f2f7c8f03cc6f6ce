import { WITH_ALL } from '../support/test'

/** One fault of each kind for `npm test`; `npm run test:all` runs the whole table. */
const SAMPLE = new Set(['the entry is 404', 'throws in render'])
export const runOf = (what: string) => (SAMPLE.has(what) ? {} : WITH_ALL)
