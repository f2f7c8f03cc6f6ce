import { Button, Stack, Typography } from '@console/shared-kernel/core'

/** The server did not say who is signed in. The token is kept: the next load may succeed. */
export function ConnectionError() {
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
      <title>Error de conexión · Admin Console</title>
      <Typography variant="h1">Error de conexión</Typography>
      <Typography sx={{ color: 'text.secondary' }}>Unable to fetch user data. Please try again.</Typography>
      <Button variant="contained" sx={{ mt: 2 }} onClick={() => location.reload()}>
        Reintentar
      </Button>
    </Stack>
  )
}
