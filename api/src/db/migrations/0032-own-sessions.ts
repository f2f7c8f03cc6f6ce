import { statements } from './sqlMigration'

/**
 * What users see of their own sessions and of their previous sign-in. Null in rows written by an older build.
 */
export const describeSessions = statements(
  `alter table sessions
    add column address text,
    add column device text,
    add column used_at timestamptz`,
  // recording a use is not a change to a session and clears no cache
  `drop trigger sessions_changed on sessions`,
  `create trigger sessions_changed after update of user_id, expires_at or delete on sessions
    for each row execute function notify_sessions_changed()`,
  // a user's last sign-in, and how many sign-ins have been refused since
  `create table sign_ins (
    user_id integer primary key,
    at timestamptz,
    address text,
    refused integer not null default 0
  )`,
)
