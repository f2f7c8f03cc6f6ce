import { Alert, Button } from '@console/shared-kernel/core'

/** Nothing is taken away from whoever goes on: the old files are still served. */
export function UpdateNotice() {
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ borderRadius: 0 }}
      action={
        <Button color="inherit" size="small" onClick={() => location.reload()}>
          Recargar
        </Button>
      }
    >
      Hay una versión nueva de la consola. Puedes seguir con esta y recargar cuando quieras.
    </Alert>
  )
}
