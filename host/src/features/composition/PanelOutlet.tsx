import { useEffect, useRef, useState, type ReactNode } from 'react'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Toolbar from '@mui/material/Toolbar'
import { deadlines, LoadingDialog, useClosedByEscape } from '@console/shared-kernel/host'
import { panelPath } from '@console/shared-kernel/remote'
import { AddressDialog, FORBIDDEN_ACTION, useClose, useDrop, useOpened } from '@console/shared-kernel/view'
import { useResolvedScreens } from './composition'
import { RemoteModule } from './ScreenOutlet'
import { screenKey, type ScreenState } from './screenLoader'
import { UnmountErrorBoundary } from './UnmountErrorBoundary'

/**
 * Shows what the address opens: the panel of a machine or user, from the remote that has one, and its
 * dialogs. The panel is next to the screen, or covers a narrow one.
 */
export function PanelOutlet() {
  const { panels } = useResolvedScreens()
  const { kind, id, showsPanel } = useOpened()
  const { close } = useClose()
  const panel = kind === null ? undefined : panels.find(({ path }) => path === panelPath(kind))
  useDrop(kind !== null && !panel ? FORBIDDEN_ACTION : null)

  if (!panel) return null
  const frame = (shown: ReactNode, status: ScreenState['status']) => {
    // the loaded module draws its own dialogs, even if its panel is hidden
    if (status === 'ready') return <Side isShown={showsPanel}>{shown}</Side>
    if (status === 'loading' && !showsPanel) return <SlowDialog onClose={close} />
    return (
      <Side isShown>
        <Unready onClose={close}>{shown}</Unready>
      </Side>
    )
  }
  return (
    <UnmountErrorBoundary>
      <RemoteModule key={screenKey(panel)} screen={panel} address={`${kind}:${id}`} frame={frame} />
    </UnmountErrorBoundary>
  )
}

/** Replaces a panel until its code is loaded. */
function Unready({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const closing = useRef<HTMLDivElement>(null)
  useClosedByEscape(closing)
  return (
    <>
      <Box ref={closing} sx={{ display: 'flex', justifyContent: 'flex-end', p: 1 }}>
        <IconButton aria-label="Close panel" onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      {children}
    </>
  )
}

function Side({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <Box
      component="aside"
      aria-label="Side panel"
      hidden={!isShown}
      sx={{
        display: isShown ? 'flex' : 'none',
        flexDirection: 'column',
        flexShrink: 0,
        width: { xs: '100%', md: 400 },
        height: '100%',
        bgcolor: 'background.paper',
        borderLeft: { md: 1 },
        borderColor: { md: 'divider' },
        // below the top bar and what opens over the page
        position: { xs: 'fixed', md: 'static' },
        inset: 0,
        zIndex: ({ zIndex }) => ({ xs: zIndex.appBar - 1, md: 'auto' }),
        displayPrint: 'none',
      }}
    >
      <Toolbar aria-hidden sx={{ flexShrink: 0 }} />
      <Box sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto', mb: 'var(--toasts, 0px)' }}>{children}</Box>
    </Box>
  )
}

/** Shown if the code of a row's dialog is late, which is rare. */
function SlowDialog({ onClose }: { onClose: () => void }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const notice = setTimeout(() => setSlow(true), deadlines().dialogNoticeMs)
    return () => clearTimeout(notice)
  }, [])
  return (
    slow && (
      <AddressDialog>
        <LoadingDialog onClose={onClose} />
      </AddressDialog>
    )
  )
}
