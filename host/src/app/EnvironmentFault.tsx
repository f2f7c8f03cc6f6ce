import { Button, Stack, Typography } from '@console/shared-kernel/core'
import type { DocumentFault } from '@console/shared-kernel/remote/fields'

/** Without an environment there are no servers and no screens: which document is wrong, and where. */
export function EnvironmentFault({ fault }: { fault: DocumentFault }) {
  return (
    <Stack
      component="main"
      role="alert"
      sx={{
        minHeight: '100vh',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        p: 2,
        textAlign: 'center',
      }}
    >
      <title>Entorno no válido · Admin Console</title>
      <Typography variant="h1">La consola no puede arrancar</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 560, overflowWrap: 'anywhere' }}>
        {`El documento ${fault.document} no es válido.`}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace', maxWidth: 560, overflowWrap: 'anywhere' }}>
        {fault.field === '' ? fault.problem : `${fault.field}: ${fault.problem}`}
      </Typography>
      <Button variant="contained" sx={{ mt: 2 }} onClick={() => location.reload()}>
        Reintentar
      </Button>
    </Stack>
  )
}
