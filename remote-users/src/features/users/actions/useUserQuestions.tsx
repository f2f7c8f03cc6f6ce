import { useCallback, useState } from 'react'
import { lazyWithRetry, type List } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { useOpen, useOpened } from '@console/shared-kernel/view'
import type { BlockImpact } from '../model'
import { blockImpactOf, useBlockToggle } from './useBlockToggle'

const DeleteUserDialog = lazyWithRetry(async () => (await import('./DeleteUserDialog')).DeleteUserDialog)
const BlockUserDialog = lazyWithRetry(async () => (await import('./BlockUserDialog')).BlockUserDialog)

interface Question {
  user: User
  /** Of a block; null for a deletion. */
  impact: BlockImpact | null
}

interface Options {
  list: List<'users'> | undefined
  /** Everyone is in the list, so what is below a user can be counted. */
  isWhole: boolean
}

/** Deleting and blocking, whose dialogs are questions and have no address. `onDelete` and `onToggleBlock` are stable. */
export function useUserQuestions({ list, isWhole }: Options) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { kind, id, action } = useOpened()
  const { close } = useOpen()
  const { toggle, blockInDialog, busy } = useBlockToggle()
  // another dialog was opened while those below were counted
  if (question !== null && action !== null) setQuestion(null)

  const onDelete = useCallback((user: User) => setQuestion({ user, impact: null }), [])
  const onToggleBlock = useCallback(
    async (user: User) => {
      const impact = user.isBlocked ? null : await blockImpactOf(user, list, isWhole)
      if (impact) setQuestion((open) => open ?? { user, impact })
      else void toggle(user)
    },
    [list, isWhole, toggle],
  )
  const onClose = () => setQuestion(null)
  const closePanelOf = ({ userId }: User) => {
    if (kind === 'user' && id === String(userId)) close()
  }
  const dialog =
    question &&
    (question.impact ? (
      <BlockUserDialog
        user={question.user}
        impact={question.impact}
        onBlock={blockInDialog}
        onClose={onClose}
      />
    ) : (
      <DeleteUserDialog user={question.user} onDeleted={closePanelOf} onClose={onClose} />
    ))
  return { dialog, busy, onDelete, onToggleBlock }
}
