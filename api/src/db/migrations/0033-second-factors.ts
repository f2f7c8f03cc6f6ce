import { statements } from './sqlMigration'

export const addSecondFactors = statements(
  // when the user last used a factor in this session (services/auth/factors/proofs)
  `alter table sessions add column proved_at timestamptz`,
  /*
   * The secret is encrypted with FACTOR_KEY. `last_step` is the time step of the last accepted code: no code
   * of that step or an earlier one is accepted again.
   */
  `create table totp_factors (
    user_id integer primary key references users,
    secret text not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    last_step bigint not null default 0
  )`,
  `create table recovery_codes (
    user_id integer not null references users,
    hash text not null,
    used_at timestamptz,
    primary key (user_id, hash)
  )`,
  `create table passkeys (
    id text primary key,
    user_id integer not null references users,
    name text not null,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,
  `create index passkeys_user on passkeys (user_id)`,
  // between the correct password and the second step; `counted_at` identifies the attempt that stops counting
  // once the token is issued
  `create table sign_in_challenges (
    id uuid primary key,
    user_id integer not null references users,
    password_hash text not null,
    address text not null,
    counted_at timestamptz not null,
    expires_at timestamptz not null,
    failures integer not null default 0,
    enrols boolean not null,
    secret text
  )`,
  `create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`,
  // each passkey response is accepted only once
  `create table used_passkey_challenges (hash text primary key, expires_at timestamptz not null)`,
  `create index used_passkey_challenges_expiry on used_passkey_challenges (expires_at)`,
  // shown at the next sign-in
  `alter table sign_ins
    add column factor_reset_at timestamptz,
    add column factor_reset_by text`,
)

/** Codes created by an older build count as kept, because its pages cannot confirm them. */
export const noteKeptRecoveryCodes = statements(
  `alter table recovery_codes add column is_kept boolean not null default true`,
)

/** `proved_with` gets its own timestamp, because processes of the previous build write only `proved_at`. */
export const noteProvedFactors = statements(
  `alter table sessions
    add column proved_with text,
    add column proved_with_at timestamptz`,
)
