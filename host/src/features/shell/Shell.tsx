import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Toolbar from '@mui/material/Toolbar'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTheme } from '@mui/material/styles'
import { useLocation } from 'react-router-dom'
import { lazyWithRetry, userSetting, useStore } from '@console/shared-kernel/core'
import { UndoQuestion } from '@console/shared-kernel/host'
import { useOpened } from '@console/shared-kernel/view'
import type { NavEntry } from './model'
import { Navigation, useEntries } from './Navigation'
import { collectTyping, useShortcuts } from './shortcuts/useShortcuts'
import { ProofHost } from './security/ProofHost'
import { SideDrawer } from './SideDrawer'
import { TopBar } from './TopBar'

const FindDialog = lazyWithRetry(async () => (await import('./find/FindDialog')).FindDialog)
const ShortcutsDialog = lazyWithRetry(
  async () => (await import('./shortcuts/ShortcutsDialog')).ShortcutsDialog,
)
const SecurityDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "security" */ './security/SecurityDialog')).SecurityDialog,
)
const PasswordDialog = lazyWithRetry(async () => (await import('./password/PasswordDialog')).PasswordDialog)

const DRAWER_WIDTH = 280
/** The width of the icons that replace a closed drawer. */
const RAIL_WIDTH = 64
const drawerSetting = userSetting('drawer', (stored) => stored !== false)
/** Prints only the screen, at the full height of its content. */
const PRINTED = { display: 'block', height: 'auto' }

export interface ShellProps {
  navigation: NavEntry[]
  notices: ReactNode
  /** The panel for what the address opens: on the right, or over a narrow screen. */
  panel: ReactNode
  AboutDialog: ComponentType<{ onClose: () => void }>
  children: ReactNode
}

export function Shell({ navigation, notices, panel, AboutDialog, children }: ShellProps) {
  const { breakpoints } = useTheme()
  const { showsPanel } = useOpened()
  const isSmall = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  // next to a panel, the screen needs the drawer's space
  const isSqueezed = useMediaQuery(breakpoints.down('lg'), { noSsr: true }) && showsPanel
  const narrow = isSmall || isSqueezed
  // pinned next to the screen, the drawer keeps its state; as an overlay on a narrow screen, it does not
  const isPinned = useStore(drawerSetting)
  const [isOverlayOpen, setIsOverlayOpen] = useState(false)
  if (!narrow && isOverlayOpen) setIsOverlayOpen(false)
  const isCovered = showsPanel && isSmall
  const open = narrow ? isOverlayOpen : isPinned
  const setOpen = (next: boolean) => {
    if (narrow) return setIsOverlayOpen(next)
    drawerSetting.set(next)
  }
  const close = () => setOpen(false)
  const [dialog, setDialog] = useState<'about' | 'find' | 'password' | 'security' | 'shortcuts' | null>(null)
  // letters may be typed after Ctrl-K before the dialog's code is loaded
  const typed = useRef<(() => string) | null>(null)
  const takeTyped = () => {
    const end = typed.current
    typed.current = null
    return end?.() ?? ''
  }
  const closeDialog = () => {
    takeTyped()
    setDialog(null)
  }
  const openDialog = {
    onAbout: () => setDialog('about'),
    onFind: () => {
      takeTyped()
      typed.current = collectTyping(closeDialog)
      setDialog('find')
    },
    onPassword: () => setDialog('password'),
    onSecurity: () => setDialog('security'),
    onShortcuts: () => setDialog('shortcuts'),
  }
  useShortcuts(openDialog)
  const { pathname } = useLocation()
  const entries = useEntries(navigation)
  const place = navigation.find(({ path }) => path === pathname)?.label
  return (
    <Box sx={{ display: 'flex', height: '100%', '@media print': PRINTED }}>
      <TopBar
        place={place}
        hasOverview={entries.some(({ path }) => path === '/overview')}
        menuOpen={open}
        above={!narrow}
        onToggleMenu={() => setOpen(!open)}
        {...openDialog}
      />
      {!isSmall && (narrow || !open) && (
        <Box
          sx={{
            width: RAIL_WIDTH,
            flexShrink: 0,
            overflowY: 'auto',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            displayPrint: 'none',
          }}
        >
          <Toolbar aria-hidden />
          <Navigation entries={entries} compact />
        </Box>
      )}
      <Drawer
        variant={narrow ? 'temporary' : 'persistent'}
        open={open}
        onClose={close}
        slotProps={{
          paper: { component: 'aside', 'aria-label': 'Admin Console', sx: { width: DRAWER_WIDTH } },
        }}
        sx={{ width: open && !narrow ? DRAWER_WIDTH : 0, flexShrink: 0, displayPrint: 'none' }}
      >
        <SideDrawer entries={entries} onClose={narrow ? close : undefined} />
      </Drawer>
      <Box
        sx={{
          flexGrow: 1,
          minWidth: 0,
          height: '100%',
          display: 'flex',
          flexDirection: 'column',
          '@media print': PRINTED,
        }}
      >
        <Toolbar aria-hidden sx={{ displayPrint: 'none', flexShrink: 0 }} />
        <Box sx={{ displayPrint: 'none', flexShrink: 0 }}>{notices}</Box>
        <Box
          component="main"
          style={{ visibility: isCovered ? 'hidden' : undefined }}
          sx={{
            flexGrow: 1,
            minHeight: 0,
            overflow: 'auto',
            // toasts must not cover the actions of the last row
            mb: 'var(--toasts, 0px)',
            '@media print': { overflow: 'visible', mb: 0 },
          }}
        >
          {children}
        </Box>
      </Box>
      {panel}
      <ProofHost />
      <UndoQuestion />
      {dialog === 'about' && <AboutDialog onClose={closeDialog} />}
      {dialog === 'security' && <SecurityDialog onPassword={openDialog.onPassword} onClose={closeDialog} />}
      {dialog === 'password' && <PasswordDialog onClose={closeDialog} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'find' && (
        <FindDialog navigation={navigation} {...openDialog} takeTyped={takeTyped} onClose={closeDialog} />
      )}
    </Box>
  )
}
