import { Button, MessagePage, Typography } from '@console/shared-kernel/core'

/** The server did not say who is signed in. The token is kept: the next load may succeed. */
export function ConnectionError() {
  return (
    <MessagePage
      failed
      title="Error de conexión"
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          Reintentar
        </Button>
      }
    >
      <Typography sx={{ color: 'text.secondary' }}>Unable to fetch user data. Please try again.</Typography>
    </MessagePage>
  )
}
