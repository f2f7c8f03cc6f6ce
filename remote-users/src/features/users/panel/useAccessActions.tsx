import { useState, type ReactNode } from 'react'
import { lazyWithRetry, useFeature } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { isManager } from '@console/shared-kernel/levels'
import { canConfigureGames } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'
import type { AccessChange } from '../actions/dialogCalls'

const AccessDialog = lazyWithRetry(async () => (await import('../actions/AccessDialog')).AccessDialog)

/** About users below, where the server has the calls: for Master and Administrators; a factor is reset by all above. */
export function useAccessActions(viewer: User, user: User): { actions: RowAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ user: User; change: AccessChange } | null>(null)
  // the rule of game settings: levels 1 and 2, and below
  const isOffered = useFeature('userAccess') !== undefined && canConfigureGames(viewer, user)
  const resets = useFeature('security') !== undefined && isManager(viewer.level) && user.level > viewer.level
  const action = (label: string, change: AccessChange): RowAction => ({
    label,
    icon: null,
    onClick: () => setAsked({ user, change }),
  })
  return {
    actions: [
      ...(isOffered ? [action('Unlock', 'unlock'), action('End sessions', 'end-sessions')] : []),
      ...(resets ? [action('Reset second factor', 'reset-factor')] : []),
    ],
    dialog: asked && asked.user.userId === user.userId && (
      <AccessDialog {...asked} onClose={() => setAsked(null)} />
    ),
  }
}
