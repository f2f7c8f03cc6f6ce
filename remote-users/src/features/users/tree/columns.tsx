import { Box } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { BranchCell, type Column } from '@console/shared-kernel/table'
import type { TreeRow } from './model'

const ofUser = ({ cell, tip, ...column }: Column<User>): Column<TreeRow> => ({
  ...column,
  // the names need what room there is
  fixed: true,
  cell: ({ user }) => cell(user),
  ...(tip && { tip: ({ user }) => tip(user) }),
})

/** Narrower than this, in pixels, a name deep in the tree would have no room beside the status: the tint tells it. */
const STATUS_FROM = 328

/** The list's columns, the first of them set in. */
export function treeColumns(columns: readonly Column<User>[], flip: (id: number) => void): Column<TreeRow>[] {
  const [name, ...others] = columns
    .map(ofUser)
    .map((column) => (column.key === 'status' ? { ...column, hideBelow: STATUS_FROM } : column))
  if (!name) return []
  const branch: Column<TreeRow> = {
    ...name,
    fixed: false,
    cell: (row) => (
      <BranchCell name={row.user.userName} place={row.place} onExpand={() => flip(row.user.userId)}>
        {row.found ? (
          row.user.userName
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {row.user.userName}
          </Box>
        )}
      </BranchCell>
    ),
  }
  return [branch, ...others]
}
