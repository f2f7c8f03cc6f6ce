import { statements } from './sqlMigration'

/** The newest rows of a subtree are read from an index on paths, which never change. */
export const addActivity = statements(
  `alter table audit
    add column actor_path text collate "C",
    add column subject_path text collate "C",
    add column subject_user_id integer,
    add column subject_machine_id uuid`,
  // only adds references; earlier builds stored a machine's id as sent, possibly in upper case
  `alter table audit disable trigger audit_append_only`,
  `update audit a set actor_path = u.path from users u where u.user_id = a.actor_id`,
  `update audit a set subject_user_id = u.user_id, subject_path = u.path
    from users u where a.subject = 'user ' || u.user_id`,
  `update audit a set subject_machine_id = m.id, subject_user_id = m.owner_id, subject_path = m.owner_path
    from machines m where lower(a.subject) = 'machine ' || m.id`,
  `alter table audit enable trigger audit_append_only`,
  `create index audit_newest on audit (at, id)`,
  `create index audit_by_actor on audit (actor_path, at, id)`,
  `create index audit_by_subject on audit (subject_path, at, id)`,
)
