import { useEffect, useEffectEvent, useId, useState, type ComponentType } from 'react'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { deadlines, loadCode } from '../client/loadCode'
import { showToast } from '../client/toasts'
import { Dialog } from './Dialog'
import { RetryAlert } from './stateViews'

/**
 * A component that fails to load is replaced by an alert whose button tries again. A dialog (a component with
 * `onClose`) shows a frame while it is slow to load; if it fails, it closes with a toast, and opening it
 * again retries.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function Lazy(props: Props) {
    const { onClose }: { onClose?: () => void } = props
    const [Loaded, setLoaded] = useState(() => loaded)
    const [slow, setSlow] = useState(false)
    const [attempt, setAttempt] = useState<'first' | 'failed' | 'again'>('first')

    const fail = useEffectEvent(() => {
      if (!onClose) {
        setAttempt('failed')
        return
      }
      showToast('No se pudo abrir el diálogo. Inténtalo de nuevo.', 'error')
      onClose()
    })

    useEffect(() => {
      if (Loaded || attempt === 'failed') return
      let waiting = true
      const notice = setTimeout(() => setSlow(true), deadlines().dialogNoticeMs)
      loadCode(load, () => waiting).then(
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
    }, [Loaded, attempt])

    if (Loaded) return <Loaded {...props} />
    if (attempt !== 'first')
      return (
        <RetryAlert
          message="No se pudo cargar esta parte de la pantalla."
          onRetry={() => setAttempt('again')}
          busy={attempt === 'again'}
        />
      )
    return slow && onClose && <LoadingDialog onClose={onClose} />
  }
}

/** Stands in for a dialog whose code is slow to load. */
export function LoadingDialog({ onClose }: { onClose: () => void }) {
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
