import { useMemo, type ComponentProps } from 'react'
import type { TreeRow } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { DataTable } from '@console/shared-kernel/table'
import { treeColumns } from './treeColumns'

type UserRow = TreeRow<User>

const NONE: readonly UserRow[] = []
const OPENS = { kind: 'user', idOf: ({ row }: UserRow) => String(row.userId) } as const
const rowKey = ({ row }: UserRow) => row.userId
const tinted = ({ row }: UserRow) => row.isBlocked

interface Props extends Omit<
  ComponentProps<typeof DataTable<User>>,
  'rows' | 'rowKey' | 'tinted' | 'tree' | 'opens' | 'onOpen'
> {
  /** Null until the rows are known. */
  rows: readonly UserRow[] | null
  onExpand: (userId: number) => void
  /** Whether the list is complete, so that the numbers of users below can be shown. */
  isComplete: boolean
}

export function UsersTree({
  rows,
  columns,
  loading = false,
  onExpand,
  isComplete,
  selection,
  ...table
}: Props) {
  const ownColumns = useMemo(
    () => treeColumns(columns, onExpand, isComplete),
    [columns, onExpand, isComplete],
  )
  const tree = useMemo(
    () => ({
      placeOf: ({ place }: UserRow) => place,
      onExpand: ({ row }: UserRow) => onExpand(row.userId),
    }),
    [onExpand],
  )
  const ofUsers = useMemo(
    () =>
      selection && {
        nameOf: ({ row }: UserRow) => selection.nameOf(row),
        canHave: ({ row }: UserRow) => selection.canHave(row),
        has: ({ row }: UserRow) => selection.has(row),
        toggle: ({ row }: UserRow, range: readonly UserRow[] | null) =>
          selection.toggle(row, range && range.map((each) => each.row)),
      },
    [selection],
  )
  return (
    <DataTable
      {...table}
      columns={ownColumns}
      rows={rows ?? NONE}
      loading={loading || rows === null}
      rowKey={rowKey}
      tinted={tinted}
      tree={tree}
      selection={ofUsers}
      opens={OPENS}
    />
  )
}
