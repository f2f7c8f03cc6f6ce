import { statements } from './sqlMigration'

/** With an instant of its own: processes of the build before go on to write only `proved_at`. */
export const noteProvedFactors = statements(
  `alter table sessions
    add column proved_with text,
    add column proved_with_at timestamptz`,
)
