import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useStore } from '@console/shared-kernel/core'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { useComposition } from '../composition'

/** Keeps a developer's release from being mistaken for the deployed one. */
export function OverrideBanner() {
  const { overrides } = useComposition()
  const { active, notices } = useStore(overrides.state)
  // the browser asks first if unsaved edits would be lost
  const reset = () => {
    overrides.forgetAll()
    location.reload()
  }
  return (
    <>
      {active.length > 0 && (
        <Alert
          severity="warning"
          variant="filled"
          role="status"
          sx={{ borderRadius: 0 }}
          action={
            <Button color="inherit" size="small" onClick={reset}>
              Restablecer
            </Button>
          }
        >
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            Solo en esta pestaña:
          </Typography>
          {active.map(({ remote, address, version, build }) => (
            <Typography key={remote} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {`${remote} viene de ${address} (${version}, ${build})`}
            </Typography>
          ))}
        </Alert>
      )}
      {notices.map((notice) => (
        <Alert
          key={notice}
          severity="warning"
          role="alert"
          sx={{ borderRadius: 0 }}
          closeText="Cerrar aviso"
          onClose={() => overrides.closeNotice(notice)}
        >
          {notice}
        </Alert>
      ))}
    </>
  )
}

/** A link may name any code of an allowed origin, so the user must accept before it is loaded. */
export function OverrideQuestion() {
  const { overrides } = useComposition()
  const { pending } = useStore(overrides.state)
  const origins = [...new Set(pending.map(({ origin }) => origin))].join(', ')
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
      {pending.map(({ remote, address }) => (
        <Typography key={remote} variant="body2" sx={{ mt: 1 }}>
          {`"${remote}" vendría de ${address}`}
        </Typography>
      ))}
    </ConfirmDialog>
  )
}
