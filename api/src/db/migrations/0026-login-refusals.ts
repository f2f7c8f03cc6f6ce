import { statements } from './sqlMigration'

export const countLoginRefusals = statements(
  /*
   * Refused sign-ins that are counted before the audit gets one row of them (services/auth/refusals). Not in
   * login_attempts: a success, an unlocking and the end of a counter's window remove rows there, and with them the
   * count that the audit still has to get.
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
