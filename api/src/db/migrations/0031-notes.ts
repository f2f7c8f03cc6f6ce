import { statements } from './sqlMigration'

export const addNotes = statements(
  // `path` is that of the user or of the machine's owner; users above it can read the note
  `create table notes (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    author_id integer not null references users,
    user_id integer not null references users,
    machine_id uuid references machines,
    path text collate "C" not null,
    text text not null
  )`,
  `create index notes_by_subject on notes (path, machine_id, id)`,
)
