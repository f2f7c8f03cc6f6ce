import Typography from '@mui/material/Typography'
import { useStore } from '@console/shared-kernel/core'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { useComposition } from '../createComposition'

/** A link may name any code of an allowed origin, so the user must accept before it is loaded. */
export function OverrideQuestion() {
  const { overrides } = useComposition()
  const { asked } = useStore(overrides.state)
  const origins = [...new Set(asked.map(({ origin }) => origin))].join(', ')
  return (
    <ConfirmDialog
      title={`¿Cargar código de ${origins} en esta pestaña?`}
      confirmLabel="Cargar este código"
      cancelLabel="No cargar"
      destructive
      onConfirm={overrides.accept}
      onClose={overrides.decline}
    >
      <Typography>
        La dirección que has abierto lo pide. Este código puede actuar como tú: leer y cambiar todo lo que tú
        puedes. Acéptalo solo si sabes de quién es.
      </Typography>
      {asked.map(({ remote, address }) => (
        <Typography key={remote} variant="body2" sx={{ mt: 1 }}>
          {`"${remote}" vendría de ${address}`}
        </Typography>
      ))}
    </ConfirmDialog>
  )
}
