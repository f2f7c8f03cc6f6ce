import { useMemo, useState } from 'react'
import { RetryAlert, useCurrentUser } from '@console/shared-kernel/core'
import { Panel, useReadOnOpen } from '@console/shared-kernel/panel'
import { AddressDialog, unknownText, useDrop, useOpened } from '@console/shared-kernel/view'
import { useUserQuestions } from '../actions/useUserQuestions'
import { useUsers } from '../api'
import { NO_USERS, userById } from '../model'
import { UserDialogs } from '../UserDialogs'
import { UserContent } from './UserContent'

/** Null unless the text is an id as the console writes it: `Number` also accepts '0x9' and '9.0'. */
const idOf = (text: string | null): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

/** The panel of the user in the address, and the dialog that the address names. */
export default function UserPanel() {
  const viewer = useCurrentUser()
  const { id, action, showsPanel } = useOpened()
  const userId = idOf(id)
  const all = useUsers(viewer)
  const { list, arriving, incomplete, isFetching, refetch } = all
  const users = list?.rows ?? NO_USERS
  const listed = useMemo(() => userById(userId, users, viewer), [userId, users, viewer])
  // another operator may delete the user while a form is open
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  const user = listed ?? (last?.userId === userId ? last : undefined)
  const isComplete = !arriving && !incomplete
  const { isReadSince } = useReadOnOpen({ ...all, opened: `${id} ${action}`, isMissing: !listed })
  const isUnknown = isComplete && !isFetching && isReadSince && !listed
  const { dialog, questions, closePanelOf } = useUserQuestions({ list, isComplete })
  // a form or a question stays open when its user leaves the list
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
          <UserDialogs
            key={`${id} ${action}`}
            user={user}
            action={action}
            list={list}
            isComplete={isComplete}
            onDeleted={closePanelOf}
          />
        </AddressDialog>
      )}
      {dialog}
    </>
  )
}
