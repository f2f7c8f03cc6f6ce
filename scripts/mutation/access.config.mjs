import { readFileSync } from 'node:fs'

const settings = JSON.parse(readFileSync(new URL('stryker.config.json', import.meta.url), 'utf8'))

/** The access table is made once, as the server starts: all of its mutants are static ones. */
export default { ...settings, mutate: ['api/src/access.ts'], ignoreStatic: false }
