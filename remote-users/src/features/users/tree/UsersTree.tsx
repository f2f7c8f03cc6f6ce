import { useCallback, useMemo, type ComponentProps } from 'react'
import { usePrepared } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { buildHierarchy, buildingHierarchy } from '@console/shared-kernel/domain/hierarchy'
import { DataTable } from '@console/shared-kernel/table'
import { treeColumns } from './columns'
import { growingTree, type TreeRow } from './model'
import { useBranches } from './useBranches'

const NOBODY = buildHierarchy<User>([])
const NONE: TreeRow[] = []
const rowKey = ({ user }: TreeRow) => user.userId
const tinted = ({ user }: TreeRow) => user.isBlocked

interface Props extends Omit<ComponentProps<typeof DataTable<User>>, 'rowKey' | 'tinted' | 'tree'> {
  /** Everybody, in the order of the list. */
  users: readonly User[]
  query: string
  onOpen: (user: User) => void
}

/** The users below those who made them; `rows` are those of them that the search has found. */
export function UsersTree({ users, rows, query, columns, onOpen, loading, refreshing, ...table }: Props) {
  const prepared = usePrepared(
    users.length,
    useCallback(() => buildingHierarchy(users), [users]),
  )
  const hierarchy = prepared.value ?? NOBODY
  const { toggled, flip } = useBranches(query)
  const found = query.trim() === '' ? null : rows
  const shown = usePrepared(
    found?.length ?? 0,
    useCallback(() => growingTree(hierarchy, found, toggled), [hierarchy, found, toggled]),
  )
  const current = prepared.current && shown.current
  const branches = shown.value ?? NONE
  const ownColumns = useMemo(() => treeColumns(columns, flip), [columns, flip])
  const tree = useMemo(
    () => ({ placeOf: ({ place }: TreeRow) => place, onExpand: ({ user }: TreeRow) => flip(user.userId) }),
    [flip],
  )
  return (
    <DataTable
      {...table}
      columns={ownColumns}
      loading={loading || (branches.length === 0 && !current)}
      refreshing={refreshing || !current}
      rows={branches}
      rowKey={rowKey}
      tinted={tinted}
      tree={tree}
      onOpen={({ user }) => onOpen(user)}
    />
  )
}
