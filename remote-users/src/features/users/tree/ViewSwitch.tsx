import { memo } from 'react'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import TreeIcon from '@mui/icons-material/AccountTreeOutlined'
import ListIcon from '@mui/icons-material/ViewListOutlined'
import type { View } from '../filters'

interface Props {
  view: View
  onView: (view: View) => void
}

/** Memoised, so that typing in the search does not re-render it. */
export const ViewSwitch = memo(function ViewSwitch({ view, onView }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="View"
      value={view}
      // null when the selected button is pressed again
      onChange={(_event, next: View | null) => next && onView(next)}
    >
      <Tooltip title="List">
        <ToggleButton value="list" aria-label="List">
          <ListIcon fontSize="small" />
        </ToggleButton>
      </Tooltip>
      <Tooltip title="Tree">
        <ToggleButton value="tree" aria-label="Tree">
          <TreeIcon fontSize="small" />
        </ToggleButton>
      </Tooltip>
    </ToggleButtonGroup>
  )
})
