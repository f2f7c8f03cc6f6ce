import { statements } from './sqlMigration'

/** Clears the session caches of all servers at commit. A new session is not in any cache. */
export const notifySessionChanges = statements(
  `create function notify_sessions_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sessions_changed', '');
      return null;
    end $$`,
  `create trigger sessions_changed after update or delete on sessions
    for each row execute function notify_sessions_changed()`,
  `create trigger sessions_truncated after truncate on sessions
    for each statement execute function notify_sessions_changed()`,
  `create trigger users_change_sessions after update on users
    for each row when (
      (old.level, old.parent_id, old.path, old.is_blocked, old.deleted_at, old.password_hash)
      is distinct from
      (new.level, new.parent_id, new.path, new.is_blocked, new.deleted_at, new.password_hash)
    ) execute function notify_sessions_changed()`,
  `create trigger users_removed after delete on users
    for each row execute function notify_sessions_changed()`,
)
