import { statements } from './sqlMigration'

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
