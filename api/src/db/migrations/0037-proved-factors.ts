import { statements } from './sqlMigration'

/** Adds an instant of its own, since processes of the build before write only `proved_at`. */
export const noteProvedFactors = statements(
  `alter table sessions
    add column proved_with text,
    add column proved_with_at timestamptz`,
)
