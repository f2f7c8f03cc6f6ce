import { useMemo, useState } from 'react'
import { lazyWithRetry, type List, showToast } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { type BlockImpact, NO_IMPACT } from '@console/shared-kernel/domain'
import { isSameOpened, liveOpened, type Opened, useClose, useOpened } from '@console/shared-kernel/view'
import { failureText } from '../texts'
import { blockImpactOf, useBlockToggle } from './useBlockToggle'
import type { ActionHandlers } from './userActions'

const DeleteUserDialog = lazyWithRetry(async () => (await import('./DeleteUserDialog')).DeleteUserDialog)
const CreateMachineDialog = lazyWithRetry(
  async () => (await import('./CreateMachineDialog')).CreateMachineDialog,
)
const BlockUserDialog = lazyWithRetry(async () => (await import('./BlockUserDialog')).BlockUserDialog)

type Question = { user: User } & (
  | { about: 'deletion' | 'machine' }
  | { about: 'block'; impact: BlockImpact; timed?: boolean }
)

/** The user of the last question, and what was open then. Screen and panel ask one question at a time. */
let last: { userId: number; opened: Opened } | null = null

const remember = ({ userId }: User) => (last = { userId, opened: liveOpened() })

interface Options {
  list: List<'users'> | undefined
  /** Whether everyone is in the list, so that the users below a user can be counted. */
  isComplete: boolean
}

const showFailure = (failure: unknown) => showToast(failureText(failure), 'error')

/** Dialogs that buttons open without an address: delete, block, create a machine. `questions` is stable. */
export function useUserQuestions({ list, isComplete }: Options) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { kind, id, action } = useOpened()
  const { close } = useClose()
  const { toggle, busy } = useBlockToggle(list, isComplete)
  // another dialog was opened while the users below were counted
  if (question !== null && action !== null) setQuestion(null)

  const questions = useMemo((): Omit<ActionHandlers, 'open'> => {
    const toggleBlock = async (user: User) => {
      const mine = remember(user)
      const impact = user.isBlocked ? null : await blockImpactOf(user, list, isComplete)
      const isLast = last === mine
      // no question if the viewer has moved on to another user, or closed the panel
      if (impact && isLast && isSameOpened(mine.opened, liveOpened()))
        setQuestion({ about: 'block', user, impact })
      if (!impact && (isLast || last?.userId !== user.userId)) await toggle(user)
    }
    const askBlock = async (user: User) => {
      const impact = user.isBlocked ? null : await blockImpactOf(user, list, isComplete)
      ask({ about: 'block', user, impact: impact ?? NO_IMPACT, timed: !user.isBlocked })
    }
    const ask = (asked: Question) => {
      remember(asked.user)
      setQuestion(asked)
    }
    return {
      onDelete: (user) => ask({ about: 'deletion', user }),
      onCreateMachine: (user) => ask({ about: 'machine', user }),
      onToggleBlock: (user) => void toggleBlock(user).catch(showFailure),
      onTimedBlock: (user) => void askBlock(user).catch(showFailure),
    }
  }, [list, isComplete, toggle])
  const onClose = () => setQuestion(null)
  const closePanelOf = ({ userId }: User) => {
    if (kind !== 'user' || id !== String(userId)) return
    close()
    // the first call closed only the dialog
    const now = liveOpened()
    if (action !== null && now.kind === 'user' && now.id === String(userId)) close()
  }
  const dialogOf = (asked: Question) => {
    const { user } = asked
    switch (asked.about) {
      case 'deletion':
        return <DeleteUserDialog user={user} onDeleted={closePanelOf} onClose={onClose} />
      case 'machine':
        return <CreateMachineDialog user={user} onClose={onClose} />
      case 'block':
        return <BlockUserDialog user={user} impact={asked.impact} timed={asked.timed} onClose={onClose} />
    }
  }
  return { dialog: question && dialogOf(question), busy, questions, closePanelOf }
}
