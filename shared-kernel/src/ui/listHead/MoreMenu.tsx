import { useState } from 'react'
import CheckIcon from '@mui/icons-material/Check'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { Link } from 'react-router-dom'
import { exportItems, type Export } from '../export/useExport'
import type { ListAction } from './ListHead'

interface Props {
  actions: readonly ListAction[]
  /** The choices of how rows are shown. */
  views: readonly ListAction[]
  file: Export
}

/** A menu of everything for which a narrow head has no room. */
export function MoreMenu({ actions, views, file }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const itemOf = ({ label, icon, onClick, to, disabled = false, chosen }: ListAction) => (
    <MenuItem
      key={label}
      disabled={disabled}
      {...(to !== undefined && { component: Link, to })}
      {...(chosen !== undefined && { role: 'menuitemradio', 'aria-checked': chosen })}
      onClick={() => {
        close()
        onClick?.()
      }}
    >
      {(icon !== undefined || chosen !== undefined) && (
        <ListItemIcon>{chosen === undefined ? icon : chosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      )}
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  )
  return (
    <>
      <Tooltip title="More">
        <IconButton
          aria-label="More"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ ml: 'auto' }}
        >
          <MoreVertIcon />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {actions.map(itemOf)}
          {views.length > 0 && <Divider component="li" />}
          {views.map(itemOf)}
          <Divider component="li" />
          <ListSubheader role="presentation">{`Export ${file.size}`}</ListSubheader>
          {exportItems(file, close)}
        </Menu>
      )}
    </>
  )
}
