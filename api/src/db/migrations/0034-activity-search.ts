import { statements } from './sqlMigration'

/** Operators of a large audit create these before the upgrade, without a lock: see docs/database.md. */
export const ACTIVITY_INDEXES = [
  `index if not exists audit_with_reason on audit (at, id) where reason is not null`,
  `index if not exists audit_of_games on audit (at, id) where subject like 'game %'`,
]

/** A search of the activity reads no other rows for reasons and games. */
export const indexActivitySearch = statements(...ACTIVITY_INDEXES.map((index) => `create ${index}`))
