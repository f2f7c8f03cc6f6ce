/** What the audit records, by the names it is kept under. */
export const ACTIVITY_KINDS = [
  'user.create',
  'user.update',
  'user.delete',
  'user.game-settings',
  'user.password',
  'machine.create',
  'machine.credit',
  'machine.block',
  'machine.unblock',
  'machine.config',
  'game.create',
  'game.update',
  'game.delete',
  'audit.archive',
  'session.start',
  'session.refuse',
  'session.lock',
  'session.end',
] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
