import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

/** The user may continue without a reload unless the environment requires one: old files are still served. */
export function UpdateNotice({ required }: { required: boolean }) {
  return (
    <Alert
      severity={required ? 'warning' : 'info'}
      role="status"
      sx={{ borderRadius: 0 }}
      action={
        <Button color="inherit" size="small" onClick={() => location.reload()}>
          Recargar
        </Button>
      }
    >
      {required
        ? 'Hay una versión nueva de la consola, y esta deja de valer. Recarga cuando puedas: dentro de unos minutos lo hará sola al cambiar de pantalla o cuando no la uses, nunca con un formulario a medias.'
        : 'Hay una versión nueva de la consola. Puedes seguir con esta y recargar cuando quieras.'}
    </Alert>
  )
}
