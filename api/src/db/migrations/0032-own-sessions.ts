import { statements } from './sqlMigration'

/** What users see of their own sessions, and of the sign-in before. Null in rows of an older build. */
export const describeSessions = statements(
  `alter table sessions
    add column address text,
    add column device text,
    add column used_at timestamptz`,
  // noting a use is not a change of a session: it clears no cache
  `drop trigger sessions_changed on sessions`,
  `create trigger sessions_changed after update of user_id, expires_at or delete on sessions
    for each row execute function notify_sessions_changed()`,
  // the last sign-in of a user, and how many have been refused since
  `create table sign_ins (
    user_id integer primary key,
    at timestamptz,
    address text,
    refused integer not null default 0
  )`,
)
