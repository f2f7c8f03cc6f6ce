import { statements } from './sqlMigration'

/** Refused sign-ins that are counted before the audit gets one row of them (services/auth/refusals). */
export const countLoginRefusals = statements(
  `create table login_refusals (
    subject text not null,
    network text not null,
    since timestamptz not null,
    refusals integer not null,
    primary key (subject, network)
  )`,
)
