import { statements } from './sqlMigration'

/** Operators of a large audit create it before the upgrade, as those of 0034-activity-search. */
export const NOTES_INDEX = `index if not exists audit_of_notes on audit (at, id) where subject like 'note %'`

/** A search of the activity reads no other rows for whom notes are about. */
export const indexNoteSearch = statements(`create ${NOTES_INDEX}`)
