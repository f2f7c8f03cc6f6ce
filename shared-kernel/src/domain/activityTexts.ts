import type { Activity, AUDIT_KINDS } from '../contracts/activity'

type AuditKind = (typeof AUDIT_KINDS)[number]

/** Labels in the order of the filter's options. */
export const KIND_LABELS: Readonly<Record<AuditKind, string>> = {
  'user.create': 'User created',
  'user.update': 'User changed',
  'user.delete': 'User deleted',
  'user.game-settings': 'Game settings changed',
  'user.password': 'Password changed',
  'user.unlock': 'User unlocked',
  'user.block-end': 'User block ended',
  'user.factor': 'Second factor changed',
  'user.factor-reset': 'Second factor reset',
  'machine.create': 'Machine created',
  'machine.credit': 'Credit changed',
  'machine.block': 'Machine blocked',
  'machine.unblock': 'Machine unblocked',
  'machine.block-end': 'Machine block ended',
  'machine.config': 'Machine configured',
  'machine.retire': 'Machine retired',
  'note.create': 'Note added',
  'note.delete': 'Note deleted',
  'game.create': 'Game added',
  'game.update': 'Game changed',
  'game.delete': 'Game deleted',
  'movements.detach': 'Movements detached',
  'movements.attach': 'Movements attached',
  'audit.archive': 'Activity archived',
  'session.start': 'Signed in',
  'session.refuse': 'Sign-in refused',
  'session.lock': 'Sign-in locked',
  'session.end': 'Signed out',
}

export const isKnownKind = (kind: string): kind is AuditKind => Object.hasOwn(KIND_LABELS, kind)

/** A newer server may have kinds without a label here. */
export const kindLabel = (kind: string): string => (isKnownKind(kind) ? KIND_LABELS[kind] : 'Other change')

/** A revert restores a block that was lifted, or whose end was changed. */
const REVERT_LABELS: Readonly<Record<string, string>> = {
  'machine.credit': 'Credit reverted',
  'machine.block': 'Machine block restored',
  'machine.unblock': 'Machine block reverted',
  'machine.config': 'Configuration reverted',
}

type What = Pick<Activity, 'kind' | 'after'> & Partial<Pick<Activity, 'before' | 'reverts'>>

/** Only the end was changed, or the reason for the same end. */
const isUserBlockChange = (after: Activity['after']): boolean =>
  after !== null && Object.keys(after).join() === 'blocked_until'

export function whatOf({ kind, before, after, reverts = null }: What): string {
  const isRevert = reverts !== null
  if (kind === 'user.update' && typeof after?.['is_blocked'] === 'boolean') {
    if (isRevert) return after['is_blocked'] ? 'User block restored' : 'User block reverted'
    return after['is_blocked'] ? 'User blocked' : 'User unblocked'
  }
  if (kind === 'user.update' && isUserBlockChange(after))
    return isRevert ? 'User block restored' : 'User block changed'
  if (isRevert && Object.hasOwn(REVERT_LABELS, kind)) return REVERT_LABELS[kind]!
  if (kind === 'machine.block' && before?.['blocked'] === true) return 'Machine block changed'
  if (kind === 'movements.detach' && after?.['dropped'] !== undefined) return 'Movements deleted'
  if (kind === 'session.end' && after?.['sessions'] !== undefined) return 'Sessions ended'
  return kindLabel(kind)
}

/** Returns '' without a signed-in user. */
export const whoOf = ({ actor }: Pick<Activity, 'actor'>): string =>
  actor?.userName || (actor ? `User ${actor.userId}` : '')
