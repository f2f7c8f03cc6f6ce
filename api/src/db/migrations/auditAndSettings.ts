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

export const addMachineSettings = statements(
  `alter table machines
    add column credit_version bigint not null default 1,
    add column config jsonb not null default '{}',
    add check (credit_cents between 0 and 999999999)`,
  `create table credit_requests (
    actor_id integer not null references users,
    key text not null,
    machine_id uuid not null references machines,
    amount_cents bigint not null,
    credit_version bigint not null,
    created_at timestamptz not null default now(),
    primary key (actor_id, key)
  )`,
  `create index credit_requests_age on credit_requests (created_at)`,
  `create table game_settings (
    user_id integer primary key references users,
    settings jsonb not null
  )`,
)
