import { statements } from './sqlMigration'

export const createLoginAttempts = statements(
  `drop table login_failures`,
  `drop table login_locks`,
  // one row per counter: its row lock makes a reservation exact (services/auth/loginLimits)
  `create table login_attempts (
    kind text not null check (kind in ('pair', 'address', 'name')),
    key text not null,
    attempts timestamptz[] not null,
    primary key (kind, key)
  )`,
  `create table login_addresses (
    user_id integer not null references users,
    address text not null,
    last_at timestamptz not null,
    primary key (user_id, address)
  )`,
)
