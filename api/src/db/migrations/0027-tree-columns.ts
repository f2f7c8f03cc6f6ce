import { statements } from './sqlMigration'

/**
 * What lists show of a user, and who is in them: a column that a list is to show must be added here. Changes of a user,
 * a new password too, raise `version`, which lists show.
 */
const LISTED = `user_id, user_name, level, country_id, parent_id, path, tree_names, name_client, is_blocked,
  quit_pass, block_disabled, technician_clients, created_at, version, deleted_at`

export const nameTreeColumns = statements(
  `create or replace trigger users_change_tree after insert or delete or update of ${LISTED} on users
    for each statement execute function change_tree_version()`,
)
