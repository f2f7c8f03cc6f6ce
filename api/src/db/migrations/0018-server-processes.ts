import { statements } from './sqlMigration'

export const createServerProcesses = statements(
  `create table server_processes (
    id uuid primary key,
    time_zone text not null,
    seen_at timestamptz not null default clock_timestamp()
  )`,
)
