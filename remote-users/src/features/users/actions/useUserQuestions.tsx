import { useMemo, useState } from 'react'
import { lazyWithRetry, type List } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { useOpen, useOpened } from '@console/shared-kernel/view'
import type { BlockImpact } from '../model'
import { blockImpactOf, useBlockToggle } from './useBlockToggle'
import type { ActionHandlers } from './userActions'

const DeleteUserDialog = lazyWithRetry(async () => (await import('./DeleteUserDialog')).DeleteUserDialog)
const CreateMachineDialog = lazyWithRetry(
  async () => (await import('./CreateMachineDialog')).CreateMachineDialog,
)
const BlockUserDialog = lazyWithRetry(async () => (await import('./BlockUserDialog')).BlockUserDialog)

type Question = { user: User } & ({ about: 'deletion' | 'machine' } | { about: 'block'; impact: BlockImpact })

interface Options {
  list: List<'users'> | undefined
  /** Everyone is in the list, so what is below a user can be counted. */
  isWhole: boolean
}

/** Deleting, blocking, creating a machine: their dialogs are questions, which no address opens. `questions` is stable. */
export function useUserQuestions({ list, isWhole }: Options) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { kind, id, action } = useOpened()
  const { close } = useOpen()
  const { toggle, blockInDialog, busy } = useBlockToggle()
  // another dialog was opened while those below were counted
  if (question !== null && action !== null) setQuestion(null)

  const questions = useMemo((): Omit<ActionHandlers, 'open'> => {
    const toggleBlock = async (user: User) => {
      const impact = user.isBlocked ? null : await blockImpactOf(user, list, isWhole)
      if (impact) setQuestion((open) => open ?? { about: 'block', user, impact })
      else await toggle(user)
    }
    return {
      onDelete: (user) => setQuestion({ about: 'deletion', user }),
      onCreateMachine: (user) => setQuestion({ about: 'machine', user }),
      onToggleBlock: (user) => void toggleBlock(user),
    }
  }, [list, isWhole, toggle])
  const onClose = () => setQuestion(null)
  const closePanelOf = ({ userId }: User) => {
    if (kind === 'user' && id === String(userId)) close()
  }
  const dialogOf = (asked: Question) => {
    const { user } = asked
    switch (asked.about) {
      case 'deletion':
        return <DeleteUserDialog user={user} onDeleted={closePanelOf} onClose={onClose} />
      case 'machine':
        return <CreateMachineDialog user={user} onClose={onClose} />
      case 'block':
        return <BlockUserDialog user={user} impact={asked.impact} onBlock={blockInDialog} onClose={onClose} />
    }
  }
  return { dialog: question && dialogOf(question), busy, questions }
}
