import { useEffect, useState, type ComponentType } from 'react'
import { showToast } from '../client/toasts'

/**
 * A dialog whose code is loaded when it is first opened. Where it cannot be loaded a toast says so and
 * the dialog counts as closed: opening it again tries again.
 */
export function dialogOnDemand<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function DialogOnDemand(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded)
    const { onClose } = props

    useEffect(() => {
      if (Dialog) return
      let open = true
      load().then(
        (component) => {
          loaded = component
          if (open) setDialog(() => component)
        },
        () => {
          if (!open) return
          showToast('No se pudo abrir el diálogo. Inténtalo de nuevo.', 'error')
          onClose()
        },
      )
      return () => {
        open = false
      }
    }, [Dialog, onClose])

    return Dialog && <Dialog {...props} />
  }
}
