import { statements } from './sqlMigration'

export const addVersions = statements(
  `alter table users add column version integer not null default 1`,
  `alter table games add column version integer not null default 1`,
  `alter table game_settings add column version integer not null default 1`,
  // `version`: block flag and configuration, `config_version`: only the configuration
  `alter table machines
    add column version integer not null default 1,
    add column config_version integer not null default 1`,
  // no references to rows that may be moved or archived
  `create table idempotency_keys (
    actor_id integer not null,
    key text not null,
    fingerprint text,
    status smallint,
    response text,
    created_at timestamptz not null default now(),
    primary key (actor_id, key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  // a credit change sent before the upgrade and repeated after it must still count as one
  `insert into idempotency_keys (actor_id, key, status, response, created_at)
    select actor_id, key, 200, json_build_object(
      'credit', amount_cents * 0.01, 'creditVersion', credit_version::text)::text, created_at
    from credit_requests`,
  `drop table credit_requests`,
)
