import { useState } from 'react'
import { lazyWithRetry, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { useClose, useOpen } from '@console/shared-kernel/view'
import { showCreated } from '../createdUser'
import { isOtherParent } from '../model'

const ParentPickerDialog = lazyWithRetry(
  async () => (await import('./ParentPickerDialog')).ParentPickerDialog,
)
const CreateUserDialog = lazyWithRetry(
  async () => (await import('../form/CreateUserDialog')).CreateUserDialog,
)

interface Props {
  users: readonly User[]
  /** While more users are being received, nothing is shown. */
  arriving: boolean
}

/** The dialog of `do=create`: asks for the parent if there is a choice. */
export function NewUserDialog({ users, arriving }: Props) {
  const viewer = useCurrentUser()
  const { open } = useOpen()
  const { close } = useClose()
  // decided once: a refetched list must not replace an open form
  const [asks, setAsks] = useState<'parent' | 'user' | null>(null)
  if (asks === null && !arriving)
    setAsks(users.some((user) => isOtherParent(user, viewer)) ? 'parent' : 'user')
  if (asks === null) return null
  if (asks === 'user') {
    const onCreated = (user: User) => showCreated(user, viewer)
    return <CreateUserDialog parent={viewer} onlyParent onCreated={onCreated} onClose={close} />
  }
  const onChoose = ({ userId }: User) => {
    // the form takes over the question's history entry, so that Back does not ask again
    close()
    open('user', userId, 'create')
  }
  return <ParentPickerDialog onChoose={onChoose} onClose={close} />
}
