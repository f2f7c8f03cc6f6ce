import { useEffect, useEffectEvent, useId, useState, type ComponentType } from 'react'
import { Button, CircularProgress, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { deadlines } from '../client/deadlines'
import { giveUpPendingCode } from '../client/pendingCode'
import { showToast } from '../client/toasts'
import { Dialog } from './Dialog'

/**
 * A dialog whose code is loaded when it is first opened. Where it does not come at once a frame stands in
 * its place; where it does not come at all a toast says so and the dialog counts as closed: opening it
 * again tries again.
 */
export function dialogOnDemand<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function DialogOnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [slow, setSlow] = useState(false)

    const fail = useEffectEvent(() => {
      showToast('No se pudo abrir el diálogo. Inténtalo de nuevo.', 'error')
      props.onClose()
    })

    useEffect(() => {
      if (Loaded) return
      let waiting = true
      const settle = (then: () => void) => {
        if (waiting) then()
        waiting = false
      }
      const { dialogNoticeMs, dialogGiveUpMs } = deadlines()
      const notice = setTimeout(() => setSlow(true), dialogNoticeMs)
      const end = setTimeout(() => {
        settle(fail)
        giveUpPendingCode()
      }, dialogGiveUpMs)
      load().then(
        (component) => {
          loaded = component
          settle(() => setLoaded(() => component))
        },
        () => settle(fail),
      )
      return () => {
        waiting = false
        clearTimeout(notice)
        clearTimeout(end)
      }
    }, [Loaded])

    if (Loaded) return <Loaded {...props} />
    return slow && <Arriving onClose={props.onClose} />
  }
}

function Arriving({ onClose }: { onClose: () => void }) {
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
