import AppBar from '@mui/material/AppBar'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Toolbar from '@mui/material/Toolbar'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import { focusScreen, toggleThemeMode, useThemeMode } from '@console/shared-kernel/host'
import { useFeature } from '@console/shared-kernel/core'
import { AccountMenu } from './AccountMenu'
import { Bell } from './Bell'
import { findShortcutLabel } from './shortcuts/useShortcuts'

const ATTENTION = '/overview?view=attention'
interface Props {
  /** The screen's label in the navigation. */
  place: string | undefined
  /** Whether a screen shows what needs attention. */
  hasOverview: boolean
  menuOpen: boolean
  onToggleMenu: () => void
  /** Whether the bar is above the drawer in z-order. */
  above: boolean
  onFind: () => void
  onShortcuts: () => void
  onPassword: () => void
  onSecurity: () => void
  onAbout: () => void
}

export function TopBar({
  place,
  hasOverview,
  menuOpen,
  onToggleMenu,
  above,
  onFind,
  onShortcuts,
  ...account
}: Props) {
  const mode = useThemeMode()
  const showsBell = useFeature('attention') !== undefined && hasOverview
  const menuAction = menuOpen ? 'Close menu' : 'Open menu'
  const themeAction = mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
  return (
    <AppBar
      position="fixed"
      sx={{ zIndex: ({ zIndex }) => (above ? zIndex.drawer + 1 : zIndex.appBar), displayPrint: 'none' }}
    >
      <Toolbar sx={{ gap: 1 }}>
        <SkipButton />
        {/* to the right, so that it does not cover the icons of a closed menu */}
        <Tooltip title={menuAction} placement="right">
          <IconButton
            edge="start"
            color="inherit"
            aria-label={menuAction}
            aria-expanded={menuOpen}
            onClick={onToggleMenu}
          >
            {menuOpen ? <MenuOpenIcon /> : <MenuIcon />}
          </IconButton>
        </Tooltip>
        <Stack direction="row" sx={{ flexGrow: 1, minWidth: 0, gap: 1 }}>
          <Typography noWrap sx={{ fontWeight: 500 }}>
            Admin Dashboard
          </Typography>
          {place !== undefined && (
            <Typography
              noWrap
              sx={{
                display: { xs: 'none', sm: 'block' },
                color: 'text.secondary',
                '&::before': { content: '"/" / ""', mr: 1 },
              }}
            >
              {place}
            </Typography>
          )}
        </Stack>
        <Tooltip title={`Find (${findShortcutLabel()})`}>
          <IconButton
            color="inherit"
            aria-label="Find"
            aria-keyshortcuts="Control+K Meta+K"
            aria-haspopup="dialog"
            onClick={onFind}
          >
            <SearchIcon />
          </IconButton>
        </Tooltip>
        {showsBell && <Bell to={ATTENTION} />}
        <Tooltip title="Keyboard shortcuts (?)">
          <IconButton
            color="inherit"
            aria-label="Keyboard shortcuts"
            aria-keyshortcuts="?"
            aria-haspopup="dialog"
            onClick={onShortcuts}
            sx={{ display: { xs: 'none', sm: 'inline-flex' }, '@media (hover: none)': { display: 'none' } }}
          >
            <KeyboardIcon />
          </IconButton>
        </Tooltip>
        <Tooltip title={themeAction}>
          <IconButton color="inherit" aria-label={themeAction} onClick={toggleThemeMode}>
            {mode === 'dark' ? <LightModeIcon /> : <DarkModeIcon />}
          </IconButton>
        </Tooltip>
        <AccountMenu {...account} />
      </Toolbar>
    </AppBar>
  )
}

/** Skips the bar and the menu by keyboard; visible only while focused. */
function SkipButton() {
  return (
    <Button
      variant="contained"
      onClick={focusScreen}
      sx={{ position: 'absolute', zIndex: 1, left: 8, '&:not(:focus-visible)': { clipPath: 'inset(50%)' } }}
    >
      Skip to content
    </Button>
  )
}
