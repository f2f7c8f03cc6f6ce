import { Box } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { BranchCell, type Column } from '@console/shared-kernel/table'
import type { TreeRow } from './model'

const ofUser = ({ cell, tip, ...column }: Column<User>): Column<TreeRow> => ({
  ...column,
  cell: ({ user }) => cell(user),
  ...(tip && { tip: ({ user }) => tip(user) }),
})

/** The list's columns, the first of them set in. */
export function treeColumns(columns: readonly Column<User>[], flip: (id: number) => void): Column<TreeRow>[] {
  const [name, ...others] = columns.map(ofUser)
  if (!name) return []
  const branch: Column<TreeRow> = {
    ...name,
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
