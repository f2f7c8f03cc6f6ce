import { statements } from './sqlMigration'

/** Codes of an older build count as kept: its pages cannot confirm them. */
export const noteKeptRecoveryCodes = statements(
  `alter table recovery_codes add column is_kept boolean not null default true`,
)
