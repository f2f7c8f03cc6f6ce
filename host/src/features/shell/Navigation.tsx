import { useEffect, useState, type ElementType, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import SvgIcon from '@mui/material/SvgIcon'
import Tooltip from '@mui/material/Tooltip'
import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import { NavLink, useLocation } from 'react-router-dom'
import CasinoIcon from '@mui/icons-material/CasinoOutlined'
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import InsightsIcon from '@mui/icons-material/InsightsOutlined'
import PeopleIcon from '@mui/icons-material/PeopleOutlined'
import PublicIcon from '@mui/icons-material/PublicOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { createPlaces } from '@console/shared-kernel/view'
import type { NavEntry } from './model'

/** The icons that records before kernel 2.2 name; others get the default one. */
const NAV_ICONS: Record<string, ElementType> = {
  people: PeopleIcon,
  machines: CasinoIcon,
  external: PublicIcon,
  internal: InsightsIcon,
  settings: SettingsIcon,
  activity: HistoryIcon,
}

/** @param icon the path of an SVG, or a name */
function navIcon(icon: string): ReactNode {
  if (/^m[\d\s.,-]/i.test(icon))
    return (
      <SvgIcon>
        <path d={icon} />
      </SvgIcon>
    )
  const Icon = Object.hasOwn(NAV_ICONS, icon) ? NAV_ICONS[icon]! : ExtensionIcon
  return <Icon />
}

/** The last query string of each screen. */
const searches = createPlaces<string>()

/** What is open next to a screen is not opened again. */
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
  /** Icons alone, whose words are tooltips. */
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
