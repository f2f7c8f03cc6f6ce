import { useEffect, useEffectEvent } from 'react'
import { createStore, showActionToast, useCurrentUser, useStore } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { useOpen } from '@console/shared-kernel/view'

/** Long enough to look for the row. */
const MARKED_MS = 10_000
/** The time after which the list has the user, unless its filters leave them out. */
const LISTED_AFTER_MS = 1_000

const createdStore = createStore<{ user: User; createdBy: number } | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Marks the row of a new user in the list of the viewer who created it. */
export function showCreated(user: User, viewer: User): void {
  createdStore.set({ user, createdBy: viewer.userId })
  clearTimeout(timer)
  timer = setTimeout(() => createdStore.set(null), MARKED_MS)
}

/**
 * The id of the user just created, whose row is marked. If the list omits the user, a toast offers the panel.
 * @param isListed called once the list has settled
 */
export function useCreatedUser(isListed: (userId: number) => boolean): number | null {
  const viewer = useCurrentUser()
  const marked = useStore(createdStore)
  const created = marked?.createdBy === viewer.userId ? marked.user : null
  const { open } = useOpen()
  const offer = useEffectEvent(({ userId, userName }: User) => {
    if (isListed(userId)) return
    const action = { label: 'Show', ariaLabel: `Show ${userName}`, onClick: () => open('user', userId) }
    showActionToast(`${userName} is not among the users in the list`, action, `user.hidden.${userId}`)
  })
  useEffect(() => {
    if (created === null) return undefined
    const offering = setTimeout(() => offer(created), LISTED_AFTER_MS)
    return () => clearTimeout(offering)
  }, [created])
  return created?.userId ?? null
}
