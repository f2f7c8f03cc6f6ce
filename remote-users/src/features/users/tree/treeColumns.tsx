import Box from '@mui/material/Box'
import type { TreeRow } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { BranchCell, type Column } from '@console/shared-kernel/table'
import { belowText } from '../texts'

const ofUser = ({ cell, tip, ...column }: Column<User>): Column<TreeRow<User>> => ({
  ...column,
  cell: ({ row }) => cell(row),
  ...(tip && { tip: ({ row }) => tip(row) }),
})

/* Plain elements, for speed: rows mount and unmount while scrolling. */
const NAME_AND_BELOW = { display: 'flex', alignItems: 'baseline', gap: 8, minWidth: 0 } as const
const NAME = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const
/** Shrinks before the name does. */
const BELOW = { ...NAME, flexShrink: 1000, fontSize: '0.75rem', opacity: 0.75 } as const

/** Limits the other columns to this multiple of their minimum width: the indented names need the space. */
const GROWTH = 1.4

const narrowed = ({ maxWidth, ...column }: Column<TreeRow<User>>): Column<TreeRow<User>> => ({
  ...column,
  ...(maxWidth !== undefined && { maxWidth: Math.round(column.minWidth * GROWTH) }),
})

/** The list's columns, with the first one indented. */
export function treeColumns(
  columns: readonly Column<User>[],
  toggleBranch: (id: number) => void,
  isComplete: boolean,
): Column<TreeRow<User>>[] {
  const [name, ...others] = columns.map(ofUser)
  if (!name) return []
  const branch: Column<TreeRow<User>> = {
    ...name,
    branches: true,
    cell: (shown) => (
      <BranchCell
        name={shown.row.userName}
        place={shown.place}
        onExpand={() => toggleBranch(shown.row.userId)}
      >
        <span style={NAME_AND_BELOW}>
          <bdi style={NAME}>
            {shown.found ? (
              name.cell(shown)
            ) : (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {name.cell(shown)}
              </Box>
            )}
          </bdi>
          {isComplete && shown.below !== undefined && shown.below > 0 && (
            <span style={BELOW}> {belowText(shown.below, shown.row.machineCount)}</span>
          )}
        </span>
      </BranchCell>
    ),
  }
  return [branch, ...others.map(narrowed)]
}
