import { statements } from './sqlMigration'

export const countLoginRefusals = statements(
  /*
   * Counts refused sign-ins until the count is written to the audit as one row (services/auth/refusals). Not
   * in login_attempts: a success, an unlock and the end of a counter's window remove rows there, and the
   * count would be lost before it reaches the audit.
   */
  `create table login_refusals (
    subject text not null,
    network text not null,
    since timestamptz not null,
    refusals integer not null,
    primary key (subject, network)
  )`,
  // how many attempts each element of `attempts` stands for (services/auth/loginLimits)
  `alter table login_attempts add column counts integer[]`,
)
