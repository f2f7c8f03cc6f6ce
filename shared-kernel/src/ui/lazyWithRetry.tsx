import { useEffect, useEffectEvent, useId, useState, type ComponentType } from 'react'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { deadlines } from '../client/loadingDeadlines'
import { loadCode } from '../client/loadCode'
import { showToast } from '../client/toasts'
import { Dialog } from './Dialog'

/**
 * Retries after a failure when rendered again. A dialog (with `onClose`) shows a frame while loading, and a
 * toast when it fails.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function Lazy(props: Props) {
    const { onClose }: { onClose?: () => void } = props
    const [Loaded, setLoaded] = useState(() => loaded)
    const [slow, setSlow] = useState(false)

    const fail = useEffectEvent(() => {
      if (!onClose) return
      showToast('No se pudo abrir el diálogo. Inténtalo de nuevo.', 'error')
      onClose()
    })

    useEffect(() => {
      if (Loaded) return
      let waiting = true
      const notice = setTimeout(() => setSlow(true), deadlines().dialogNoticeMs)
      loadCode(load).then(
        (component) => {
          loaded = component
          if (waiting) setLoaded(() => component)
        },
        () => {
          if (waiting) fail()
        },
      )
      return () => {
        waiting = false
        clearTimeout(notice)
      }
    }, [Loaded])

    if (Loaded) return <Loaded {...props} />
    return slow && onClose && <LoadingDialog onClose={onClose} />
  }
}

function LoadingDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Loading...</DialogTitle>
      <DialogContent sx={{ display: 'grid', placeItems: 'center', minHeight: 160 }}>
        <CircularProgress aria-label="Loading dialog" />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
