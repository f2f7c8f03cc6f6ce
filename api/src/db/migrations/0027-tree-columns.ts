import { statements } from './sqlMigration'

/** What lists show of a user, and who is in them. Changes of a user, a new password too, raise `version`. */
const LISTED = `user_id, user_name, level, country_id, parent_id, path, tree_names, name_client, is_blocked,
  quit_pass, block_disabled, technician_clients, created_at, version, deleted_at`

/**
 * SQL: lists are read again when one of these columns has changed. A migration that adds a column which lists show runs
 * it with that one, and with those of the migrations in between.
 */
export const treeTrigger = (...added: string[]): string =>
  `create or replace trigger users_change_tree
    after insert or delete or update of ${[LISTED, ...added].join(', ')} on users
    for each statement execute function change_tree_version()`

export const nameTreeColumns = statements(treeTrigger())
