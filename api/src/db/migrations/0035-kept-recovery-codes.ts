import { statements } from './sqlMigration'

/** Codes created by an older build count as kept, because its pages cannot confirm them. */
export const noteKeptRecoveryCodes = statements(
  `alter table recovery_codes add column is_kept boolean not null default true`,
)
