import { useQuery } from '@tanstack/react-query'
import { useFeature } from '../../client/features'
import { type ActivityOf, blockReasonQuery } from '../../client/recentActivity'
import { useIsSettled } from './useIsSettled'

/** Why the machine or user is blocked; null if it is not, if no reason is known, or while it is read. */
export function useBlockReason(of: ActivityOf, isBlocked: boolean): string | null {
  const hasActivity = useFeature('activity') !== undefined
  const hasReasons = useFeature('reason') !== undefined
  const isSettled = useIsSettled(of.id)
  const enabled = isBlocked && hasActivity && hasReasons && isSettled
  const { data = null } = useQuery({ ...blockReasonQuery(of), enabled })
  return isBlocked ? data : null
}
