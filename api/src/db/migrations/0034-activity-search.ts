import { statements } from './sqlMigration'

/** A search of the activity reads no other rows for reasons and games. */
export const indexActivitySearch = statements(
  `create index audit_with_reason on audit (at, id) where reason is not null`,
  `create index audit_of_games on audit (at, id) where subject like 'game %'`,
)
