import { statements } from './sqlMigration'

export const createAudit = statements(
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor_id integer not null references users,
    action text not null,
    subject text not null,
    before jsonb,
    after jsonb,
    request_id uuid not null
  )`,
  `create index audit_subject on audit (subject, id)`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
)
