import { useEffect, useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import SvgIcon from '@mui/material/SvgIcon'
import Tooltip from '@mui/material/Tooltip'
import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import { NavLink, useLocation } from 'react-router-dom'
import { useCurrentUser, useStore } from '@console/shared-kernel/core'
import { featuresStore } from '@console/shared-kernel/host'
import { createPlaces } from '@console/shared-kernel/view'
import type { NavEntry } from './model'

/** Icons by name, for release records from before kernel 2.2; other names get the default icon. */
const NAV_ICONS: Record<string, string> = {
  people:
    'M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 10c3 0 7 1.5 7 4v2H2v-2c0-2.5 4-4 7-4zm7-10a4 4 0 0 1 0 8zm2 10.5c2 .6 4 1.7 4 3.5v2h-4z',
  machines: 'M6 2h12v20H6zm2 2v6h8V4zm0 8v2h8v-2zm0 4v4h8v-4z',
  external: 'M2 6h20v12H2zm2 2v8h16V8zm8 1a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  internal:
    'M9 5a7 7 0 1 1 0 14A7 7 0 0 1 9 5zm0 2a5 5 0 1 0 0 10A5 5 0 0 0 9 7zm8-1.5a7 7 0 0 1 0 13v-2.2a5 5 0 0 0 0-8.6z',
  settings: 'M3 6h10v2H3zm14 0h4v2h-4zm-2-2h2v6h-2zM3 16h4v2H3zm8 0h10v2H11zm-4-2h2v6H7z',
  activity: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 2h2v5l4 2-1 2-5-3z',
}
/** Draws four squares. */
const OTHER_ICON = 'M4 4h7v7H4zm9 0h7v7h-7zm-9 9h7v7H4zm9 0h7v7h-7z'

/** @param icon an SVG path, or a name */
function navIcon(icon: string): ReactNode {
  const named = Object.hasOwn(NAV_ICONS, icon) ? NAV_ICONS[icon] : OTHER_ICON
  return (
    <SvgIcon>
      <path d={/^m[\d\s.,-]/i.test(icon) ? icon : named} />
    </SvgIcon>
  )
}

/** The navigation entries that the viewer sees on this server. */
export function useEntries(navigation: readonly NavEntry[]): NavEntry[] {
  const { level } = useCurrentUser()
  const features = useStore(featuresStore)
  return navigation.filter(
    ({ levels, feature }) =>
      (levels?.includes(level) ?? true) && (feature === undefined || Object.hasOwn(features, feature)),
  )
}

/** The last query string of each screen. */
const searches = createPlaces<string>()

/** Removes what is open next to a screen, so that it is not opened again. */
function withoutOpened(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  params.delete('do')
  return params.size === 0 ? '' : `?${params}`
}

/** Links open a screen as it was left in this session; the current screen's link resets it. */
function useLinks(): (path: string) => string {
  const { pathname, search } = useLocation()
  const [left] = useState(searches)
  useEffect(() => void left.set(pathname, withoutOpened(search)), [left, pathname, search])
  return (path) => (path === pathname ? path : path + (left.get(path) ?? ''))
}

const ENTRY: SxProps<Theme> = ({ palette }) => ({
  borderRadius: 1,
  minHeight: 44,
  mb: 0.5,
  '&:hover': { bgcolor: 'action.hover' },
  '&.active': {
    borderRadius: '0 8px 8px 0',
    bgcolor: alpha(palette.primary.main, 0.1),
    boxShadow: `inset 3px 0 ${palette.primary.main}`,
    color: 'primary.main',
    '& svg': { color: 'primary.main' },
    '& .MuiListItemText-primary': { fontWeight: 500 },
  },
})

interface Props {
  entries: NavEntry[]
  onNavigate?: (() => void) | undefined
  /** Shows only icons, with their labels as tooltips. */
  compact?: boolean
}

export function Navigation({ entries, onNavigate, compact = false }: Props) {
  const linkTo = useLinks()
  return (
    <Box component="nav" aria-label="Main" sx={{ flexGrow: 1 }}>
      <List sx={{ px: 1 }}>
        {entries.map(({ path, label, icon, prefetch }) => (
          <li key={path}>
            <Tooltip title={compact ? label : ''} placement="right">
              <ListItemButton
                component={NavLink}
                to={linkTo(path)}
                end
                onClick={onNavigate}
                onMouseEnter={prefetch}
                onFocus={prefetch}
                sx={ENTRY}
                {...(compact && { 'aria-label': label })}
              >
                <ListItemIcon sx={{ minWidth: compact ? 0 : 36 }}>{navIcon(icon)}</ListItemIcon>
                {!compact && <ListItemText primary={label} />}
              </ListItemButton>
            </Tooltip>
          </li>
        ))}
      </List>
    </Box>
  )
}
