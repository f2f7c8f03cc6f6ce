import { statements } from './sqlMigration'

/** `proved_with` gets its own timestamp, because processes of the previous build write only `proved_at`. */
export const noteProvedFactors = statements(
  `alter table sessions
    add column proved_with text,
    add column proved_with_at timestamptz`,
)
