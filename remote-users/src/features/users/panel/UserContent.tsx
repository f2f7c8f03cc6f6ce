import { memo, useMemo } from 'react'
import {
  currentConnection,
  DescriptionList,
  DialogLinks,
  LevelChip,
  useCurrentUser,
  useFeature,
} from '@console/shared-kernel/core'
import { creatorOf, type User } from '@console/shared-kernel/contracts'
import { blockedAncestors } from '@console/shared-kernel/domain'
import {
  Notes,
  Panel,
  PanelActions,
  PanelSection,
  RecentActivity,
  useBlockReason,
} from '@console/shared-kernel/panel'
import { formatDateTime, linksOfUser } from '@console/shared-kernel/rules'
import { useOpen } from '@console/shared-kernel/view'
import { actionsOf, type ActionHandlers, timedBlock } from '../actions/userActions'
import { StatusChip } from '../columns'
import { pathOf, userById } from '../model'
import { useAccessActions } from './useAccessActions'
import { UserMachines } from './UserMachines'

interface Props {
  user: User
  users: readonly User[]
  questions: Omit<ActionHandlers, 'open'>
}

/** Memoised, so that a change of the address, such as typing in the search, does not re-render it. */
export const UserContent = memo(function UserContent({ user, users, questions }: Props) {
  const viewer = useCurrentUser()
  const { open } = useOpen()
  const hasEnds = useFeature('blockEnd') !== undefined
  const { timeZone } = currentConnection()
  const actions = [
    ...actionsOf(viewer, user, {
      open: ({ userId }, action) => open('user', userId, action),
      ...questions,
    }),
    ...(hasEnds ? [timedBlock(viewer, user, questions)] : []),
  ]
  const access = useAccessActions(viewer, user)
  const blockedAncestorOf = useMemo(() => blockedAncestors(users), [users])
  const blockedThrough = blockedAncestorOf(user)?.userName
  const blockReason = useBlockReason({ kind: 'user', id: user.userId, version: user.version }, user.isBlocked)
  const path = pathOf(user)
  const creator = creatorOf(user)
  const hasActivity = useFeature('activity') !== undefined
  const links = linksOfUser(user, { viewer, parent: userById(user.parentUserId, users, viewer) }).filter(
    // the activity section already has that link
    ({ to }) => !hasActivity || !to.startsWith('/activity'),
  )
  const created = [formatDateTime(user.createdAt, timeZone), creator && `by ${creator}`]
  return (
    <Panel title={user.userName} mark={<LevelChip level={user.level} />}>
      <PanelActions actions={actions} />
      <DescriptionList
        labelWidth={LABEL_WIDTH}
        facts={[
          ['Status', <StatusChip key="status" user={user} />],
          ...(user.isBlocked && user.blockedUntil
            ? [['Blocked until', formatDateTime(user.blockedUntil, timeZone)] as const]
            : []),
          ...(blockReason === null ? [] : [['Block reason', blockReason] as const]),
          ...(blockedThrough ? [['Access', `blocked through ${blockedThrough}`] as const] : []),
          ['Country', user.countryName ?? 'N/A'],
          ...(path ? [['Path', path] as const] : []),
          ['Created', created.filter(Boolean).join(' ')],
          ['User ID', user.userId],
        ]}
      />
      {access.length > 0 && (
        <PanelSection title="Sign-in">
          <PanelActions actions={access} />
        </PanelSection>
      )}
      <UserMachines user={user} />
      {user.level > viewer.level && <Notes about={{ userId: user.userId }} />}
      <RecentActivity kind="user" id={user.userId} version={user.version} />
      <DialogLinks links={links} />
    </Panel>
  )
})

/** In pixels. */
const LABEL_WIDTH = 96
