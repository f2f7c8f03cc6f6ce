import { statements } from './sqlMigration'

/**
 * What lists show of a user, and what decides who is in them. Every change to a user, including a new
 * password, increments `version`.
 */
const LISTED = `user_id, user_name, level, country_id, parent_id, path, tree_names, name_client, is_blocked,
  quit_pass, block_disabled, technician_clients, created_at, version, deleted_at`

/**
 * SQL: lists are refetched when one of these columns has changed. A migration that adds a column shown in
 * lists runs this with that column, and with those added by the migrations in between.
 */
export const treeTrigger = (...added: string[]): string =>
  `create or replace trigger users_change_tree
    after insert or delete or update of ${[LISTED, ...added].join(', ')} on users
    for each statement execute function change_tree_version()`

export const nameTreeColumns = statements(treeTrigger())
