import type { Activity, User } from '@console/shared-kernel/contracts'

const DAY_MS = 86_400_000
const MONEY_AND_BLOCKS = ['machine.credit', 'machine.block', 'machine.unblock']

// 'is_blocked' and 'blocked_until'
const isOnlyBlock = ({ before, after }: Pick<Activity, 'before' | 'after'>): boolean =>
  Object.keys({ ...before, ...after }).every((name) => name.includes('blocked'))

/** Whether to offer a revert; the server decides whether to make it. */
export function mayRevert(row: Activity, viewer: Pick<User, 'userId'>, now = Date.now()): boolean {
  // at any time until it is archived
  if (row.kind === 'machine.config') return true
  // a viewer can block only users below them
  if (row.subject?.type === 'user' && row.subject.userId === viewer.userId) return false
  const isRecent = now - Date.parse(row.at) < DAY_MS
  return isRecent && (MONEY_AND_BLOCKS.includes(row.kind) || (row.kind === 'user.update' && isOnlyBlock(row)))
}
