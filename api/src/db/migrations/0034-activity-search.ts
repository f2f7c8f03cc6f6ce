import { statements } from './sqlMigration'

/** Operators with a large audit create these before the upgrade, without locking: see docs/database.md. */
export const ACTIVITY_INDEXES = [
  `index if not exists audit_with_reason on audit (at, id) where reason is not null`,
  `index if not exists audit_of_games on audit (at, id) where subject like 'game %'`,
]

/** An activity search reads only these rows for reasons and games. */
export const indexActivitySearch = statements(...ACTIVITY_INDEXES.map((index) => `create ${index}`))

/** Operators with a large audit create it before the upgrade, like those above. */
export const NOTES_INDEX = `index if not exists audit_of_notes on audit (at, id) where subject like 'note %'`

/** An activity search reads only these rows to find the subjects of notes. */
export const indexNoteSearch = statements(`create ${NOTES_INDEX}`)
