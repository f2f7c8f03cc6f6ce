import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely'

export type Db = Kysely<Schema>

/** The factor that a proof was made with. */
export type ProvedFactor = 'totp' | 'recovery' | `passkey:${string}`

/** Money is integer cents, instants are Dates. */
export interface Schema {
  countries: { id: number; name: string }
  users: UsersTable
  sessions: SessionsTable
  sign_ins: SignInsTable
  totp_factors: TotpFactorsTable
  /** SHA-256 of single-use codes that replace a factor. Kept once the user confirms having them. */
  recovery_codes: { user_id: number; hash: string; used_at: Date | null; is_kept: boolean }
  passkeys: PasskeysTable
  sign_in_challenges: SignInChallengesTable
  used_passkey_challenges: { hash: string; expires_at: Date }
  login_attempts: {
    kind: 'pair' | 'address' | 'name'
    key: string
    attempts: Date[]
    counts: number[] | null
  }
  login_refusals: { subject: string; network: string; since: Date; refusals: number }
  login_addresses: { user_id: number; address: string; last_at: Date }
  games: {
    id: Generated<number>
    name: string
    type: string
    game_state: boolean
    version: Generated<number>
  }
  machines: MachinesTable
  /**
   * Number of machines of the user with this path and the users below; no row means none. Maintained by
   * triggers.
   */
  machine_counts: { path: string; machines: number }
  movements: MovementsTable
  audit: AuditTable
  idempotency_keys: IdempotencyKeysTable
  /** `path` is the user's, or the machine's owner's. */
  notes: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    author_id: number
    user_id: number
    machine_id: string | null
    path: string
    text: string
  }
  game_settings: {
    user_id: number
    settings: ColumnType<unknown, string, string>
    version: Generated<number>
  }
  tree_version: { version: string }
  /** The ends of rolled-up days, whose totals are final. */
  closed_days: { ends_at: Date }
  machine_totals: MachineTotalsTable
  /**
   * Totals of retired machines on their last day in `machine_totals`, which also apply to every later day.
   */
  final_totals: MachineTotalsTable
  findings: FindingsTable
  finding_marks: { user_id: number; finding_id: number; hidden_until: Date }
  attention_thresholds: { user_id: number; thresholds: ColumnType<unknown, string, string> }
  finding_changes: { xid: Generated<string>; at: Generated<Date>; path: string | null }
  payout_percentiles: { machine_key: number; p99_cents: number }
  server_processes: { id: string; time_zone: string; seen_at: ColumnType<Date, never> }
  app_state: { key: string; value: ColumnType<unknown, string, string> }
}

interface UsersTable {
  user_id: Generated<number>
  user_name: string
  /** The old and the current form for comparison: see services/auth/userName. */
  name_key: string
  name_folded: string
  /** Whether the name clashes with another one, from before folded names had to be unique. */
  name_clashes: Generated<boolean>
  password_hash: string
  level: number
  country_id: number
  parent_id: number | null
  /** See treePath. Never changes. */
  path: string
  /** Names from the Master down to the user itself, joined by slashes. They never change. */
  tree_names: string
  name_client: string
  is_blocked: Generated<boolean>
  /** When the block ends automatically. Null without a block, which a trigger ensures. */
  blocked_until: Date | null
  quit_pass: Generated<boolean>
  block_disabled: Generated<boolean>
  technician_clients: Generated<string>
  created_at: Generated<Date>
  version: Generated<number>
  /** Deleted users are kept: movements and names in the tree still refer to them. */
  deleted_at: Date | null
}

interface SessionsTable {
  sid: string
  user_id: number
  created_at: Date
  expires_at: Date
  /** Null, like `device` and `used_at`, if an older build began the session. */
  address: string | null
  device: string | null
  /** Up to a minute behind: see SessionUse. */
  used_at: Date | null
  /** When a factor was last shown in this session. */
  proved_at: Generated<Date | null>
  /** The factor that was last shown, and when. */
  proved_with: Generated<ProvedFactor | null>
  proved_with_at: Generated<Date | null>
}

/** The last sign-in of a user, and what to show at the next one. */
interface SignInsTable {
  user_id: number
  at: Date | null
  address: string | null
  /** Sign-ins refused since then. */
  refused: Generated<number>
  factor_reset_at: Generated<Date | null>
  factor_reset_by: Generated<string | null>
}

interface TotpFactorsTable {
  user_id: number
  /** Encrypted: see factors/factorKey. */
  secret: string
  created_at: Generated<Date>
  /** Null until the first correct code. */
  confirmed_at: Date | null
  /** When the last accepted code was valid, in steps of 30 s since 1970. */
  last_step: Generated<number>
}

interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string
  user_id: number
  name: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  transports: string[]
  created_at: Generated<Date>
  used_at: Date | null
}

/** Sign-ins between the correct password and the token. */
interface SignInChallengesTable {
  id: string
  user_id: number
  password_hash: string
  address: string
  /** The attempt that stops counting once the token is issued. */
  counted_at: Date
  expires_at: Date
  failures: Generated<number>
  /** The user has no factor yet and must get one now. */
  enrols: boolean
  /** The encrypted secret of the factor being enrolled. */
  secret: string | null
}

interface MachinesTable {
  id: string
  /** A shorter id for tables with many rows, in order of creation. */
  key: GeneratedAlways<number>
  name: string
  owner_id: number
  /** So that a subtree's machines are one range of an index. Owners never change. */
  owner_path: string
  credit_cents: Generated<number>
  credit_version: Generated<number>
  service_mode: Generated<boolean>
  /** Counts changes of the block flag and the configuration. */
  version: Generated<number>
  config_version: Generated<number>
  /** In wire format; missing fields have their default. */
  config: ColumnType<unknown, string | undefined, string>
  is_blocked: Generated<boolean>
  /** The same as in `users`. */
  blocked_until: Date | null
  status: string
  is_connected: boolean
  last_connection: Date | null
  location: string
  ip_address: string
  security_level: string
  jackpot_mega_cents: Generated<number>
  jackpot_mini_cents: Generated<number>
  created_at: Generated<Date>
  retired_at: Date | null
}

/** Rows are never changed. */
interface AuditTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  /** Null for a refused sign-in. */
  actor_id: number | null
  actor_path: string | null
  action: string
  /** 'user 7', 'machine <id>', 'game 3'. */
  subject: string
  subject_path: string | null
  /** The user, or the machine's owner; `subject_path` is theirs. */
  subject_user_id: number | null
  subject_machine_id: string | null
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  request_id: string
  /** The reason, in the actor's words. */
  reason: string | null
  /** The version after the change; null for subjects without versions, and for changes before 0030. */
  version: number | null
  /** The id of the row that this change has reverted. */
  reverts: number | null
  /** The transaction that wrote the row. */
  xid: Generated<string>
}

/** What needs attention: see services/attention. */
interface FindingsTable {
  id: Generated<number>
  kind: string
  /** 'machine <id>' or 'user 7'. */
  subject: string
  /** Identifies the event of an event finding; empty for a state. */
  event: Generated<string>
  machine_id: string | null
  /** The user, or the machine's owner; `path` is theirs. */
  user_id: number
  path: string
  since: Date
  /** Null for a state. */
  ends_at: Date | null
  figure: number | null
  bound: number | null
}

interface IdempotencyKeysTable {
  actor_id: number
  key: string
  /** The hash of method, address and body; null for a credit that an older build accepted. */
  fingerprint: string | null
  /** Null until the change is made, within the same transaction. */
  status: number | null
  response: string | null
  created_at: Generated<Date>
}

interface MovementsTable {
  id: Generated<number>
  machine_id: string
  /** 1 bet / win, 2 cash in, 3 cash out, 4 jackpot, 5 ticket, 6 point of sale. */
  type: number
  occurred_at: Date
  /** Bets, cash, redeemed tickets. */
  in_cents: number
  /** Wins, cash, jackpots, printed tickets. */
  out_cents: number
  game_id: number | null
  /** A ticket's number, or the operation of the point of sale. */
  reference: string | null
  state: string | null
}

/** Running totals of a machine since the beginning, at the end of a rolled-up day. */
interface MachineTotalsTable {
  ends_at: Date
  machine_key: number
  plays: number
  bet_cents: number
  win_cents: number
  cash_ins: number
  cash_in_cents: number
  cash_outs: number
  cash_out_cents: number
  jackpots: number
  jackpot_in_cents: number
  jackpot_out_cents: number
  tickets: number
  ticket_in_cents: number
  ticket_out_cents: number
  pos_operations: number
  pos_in_cents: number
  pos_out_cents: number
}

/** A query for a larger integer fails in PostgreSQL instead of finding nothing. */
export const MAX_ID = 2 ** 31 - 1
