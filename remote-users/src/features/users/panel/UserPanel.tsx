import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { LIST_STALE_AFTER_MS, RetryAlert, useCurrentUser, usersQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { Panel } from '@console/shared-kernel/panel'
import { AddressDialog, unknownText, useDrop, useOpened } from '@console/shared-kernel/view'
import { useUserQuestions } from '../actions/useUserQuestions'
import { useUsers } from '../api'
import { userById } from '../model'
import { UserDialogs } from '../UserDialogs'
import { UserContent } from './UserContent'

const NO_USERS: readonly User[] = []

/** The user in the address: the panel, and the dialog that the address names. */
export function UserPanel() {
  const viewer = useCurrentUser()
  const { id, action, showsPanel } = useOpened()
  const cached = useQueryClient().getQueryData(usersQuery(viewer).queryKey)?.rows
  const isCached = useMemo(() => cached?.some(({ userId }) => userId === Number(id)), [cached, id])
  const { list, arriving, incomplete, isFetching, refetch } = useUsers(viewer, {
    // a long list is not read again, unless it lacks the user
    staleTime: isCached ? LIST_STALE_AFTER_MS : 0,
  })
  const users = list?.rows ?? NO_USERS
  const listed = useMemo(() => userById(Number(id), users, viewer), [id, users, viewer])
  // another operator may delete the user while a form is open
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  const user = listed ?? (last?.userId === Number(id) ? last : undefined)
  const isWhole = !arriving && !incomplete
  const isUnknown = isWhole && !isFetching && !listed
  const { dialog, questions } = useUserQuestions({ list, isWhole })
  // a form or a question stays when its user leaves the list
  const isAsked = user !== undefined && (action !== null || dialog !== null)
  useDrop(isUnknown && !isAsked ? unknownText('user') : null)

  return (
    <>
      {showsPanel &&
        (user ? (
          <UserContent user={user} users={users} questions={questions} />
        ) : (
          <Panel title="User" busy={!incomplete}>
            <RetryAlert message="Error cargando datos" onRetry={() => void refetch()} busy={isFetching} />
          </Panel>
        ))}
      {user && action !== null && (
        <AddressDialog>
          <UserDialogs key={`${id} ${action}`} user={user} action={action} users={users} />
        </AddressDialog>
      )}
      {dialog}
    </>
  )
}
