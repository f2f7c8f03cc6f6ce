import { statements } from './sqlMigration'

export const addNotes = statements(
  // `path`: of the user, or the machine's owner. Who is above reads the note
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
