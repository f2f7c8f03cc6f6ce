import { Button, Link, Stack, Typography } from '@console/shared-kernel/core'

export function NotFoundScreen() {
  return (
    <Stack
      component="main"
      sx={{
        minHeight: '100vh',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        p: 2,
        textAlign: 'center',
      }}
    >
      <title>Página no encontrada · Admin Console</title>
      <Typography
        aria-hidden
        sx={{ fontSize: '4rem', fontWeight: 500, lineHeight: 1, color: 'text.secondary' }}
      >
        404
      </Typography>
      <Typography variant="h1">Página no encontrada</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>
        Lo sentimos, la página que estás buscando no existe o ha sido movida.
      </Typography>
      <Button component={Link} to="/" variant="contained" sx={{ mt: 2 }}>
        Volver al Dashboard
      </Button>
    </Stack>
  )
}
