import type { Activity } from '../contracts/activity'

const isBlock = ({ kind, after }: Activity): boolean =>
  kind === 'machine.block' || after?.['is_blocked'] === true || 'blocked_until' in (after ?? {})

const beginsBlock = ({ before }: Activity): boolean =>
  before?.['blocked'] === false || before?.['is_blocked'] === false

/**
 * Why a blocked machine or user is blocked; null if no reason is known. A reason stands until the block ends
 * or another reason is given: a new end without a reason keeps it, and reverting a change restores the
 * previous one.
 *
 * @param rows of one machine or user, newest first
 */
export function reasonOfBlock(rows: readonly Activity[]): string | null {
  const reverted = new Set<number>()
  for (const row of rows) {
    if (!isBlock(row) || reverted.has(row.id)) continue
    // a revert's reason explains the revert, unless it blocks again; without one, the block's reason returns
    if (row.reverts !== null && (row.reason === null || !beginsBlock(row))) reverted.add(row.reverts)
    else if (row.reason !== null || beginsBlock(row)) return row.reason
  }
  return null
}
