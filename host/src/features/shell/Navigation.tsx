import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { NavLink } from 'react-router-dom'
import type { NavEntry } from './model'
import { navIcon } from './navIcons'

export function Navigation({
  entries,
  onNavigate,
}: {
  entries: NavEntry[]
  onNavigate: (() => void) | undefined
}) {
  return (
    <Box component="nav" aria-label="Main" sx={{ flexGrow: 1 }}>
      <List sx={{ px: 1 }}>
        {entries.map(({ path, label, icon, prefetch }) => {
          const Icon = navIcon(icon)
          return (
            <li key={path}>
              <ListItemButton
                component={NavLink}
                to={path}
                end
                onClick={onNavigate}
                onMouseEnter={prefetch}
                onFocus={prefetch}
                sx={{
                  borderRadius: 1,
                  '&.active': {
                    bgcolor: 'action.selected',
                    color: 'primary.main',
                    '& svg': { color: 'primary.main' },
                  },
                }}
              >
                <ListItemIcon sx={{ minWidth: 40 }}>
                  <Icon />
                </ListItemIcon>
                <ListItemText primary={label} />
              </ListItemButton>
            </li>
          )
        })}
      </List>
    </Box>
  )
}
