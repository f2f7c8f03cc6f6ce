import { readFileSync } from 'node:fs'

const settings = JSON.parse(readFileSync(new URL('stryker.config.json', import.meta.url), 'utf8'))

/** The access table is built at start-up, so all its mutants are static. */
export default { ...settings, mutate: ['api/src/http/accessRules.ts'], ignoreStatic: false }
