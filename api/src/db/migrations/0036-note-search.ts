import { statements } from './sqlMigration'

/** Operators with a large audit create it before the upgrade, like those in 0034-activity-search. */
export const NOTES_INDEX = `index if not exists audit_of_notes on audit (at, id) where subject like 'note %'`

/** An activity search reads only these rows to find the subjects of notes. */
export const indexNoteSearch = statements(`create ${NOTES_INDEX}`)
