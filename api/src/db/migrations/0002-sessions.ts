import { statements } from './sqlMigration'

export const createSessions = statements(
  `create table sessions (
    sid uuid primary key,
    user_id integer not null references users,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create table login_failures (
    id bigint generated always as identity primary key,
    name_key text not null,
    address text not null,
    failed_at timestamptz not null
  )`,
  `create index login_failures_name on login_failures (name_key, failed_at)`,
  `create index login_failures_address on login_failures (address, failed_at)`,
  `create table login_locks (
    name_key text not null,
    address text not null,
    locked_until timestamptz not null,
    primary key (name_key, address)
  )`,
)
