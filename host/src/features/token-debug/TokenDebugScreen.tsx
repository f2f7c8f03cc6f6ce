import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { copyText } from '@console/shared-kernel/core'
import { leaveSession, PageTitle, useSession, validateToken } from '@console/shared-kernel/host'
import { TokenContents } from './TokenContents'

/** Shows a token's content. Its only call asks whether the server accepts the token. */
export function TokenDebugScreen() {
  const { token } = useSession()
  const [pasted, setPasted] = useState('')
  return (
    <Stack component="main" sx={{ maxWidth: 760, mx: 'auto', p: { xs: 2, sm: 3 }, gap: 3 }}>
      <PageTitle title="Depurar token JWT" />
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}
      >
        <Typography variant="h1">Depurar token JWT</Typography>
        <Button component={Link} to="/login">
          Volver a Login
        </Button>
      </Stack>
      <Stack component="section" aria-label="Token almacenado" sx={{ gap: 1.5 }}>
        <Typography variant="h2">Token almacenado</Typography>
        {token === null ? (
          <Alert severity="info">No hay token almacenado.</Alert>
        ) : (
          <>
            <ServerVerdict token={token} />
            <TokenContents token={token} />
            <Stack direction="row" sx={{ gap: 1 }}>
              <Button
                variant="outlined"
                onClick={() => void copyText(token, 'Token copiado', 'No se pudo copiar el token')}
              >
                Copiar token
              </Button>
              <Button variant="outlined" color="error" onClick={() => leaveSession()}>
                Eliminar token
              </Button>
            </Stack>
          </>
        )}
      </Stack>
      <Stack component="section" aria-label="Otro token" sx={{ gap: 1.5 }}>
        <Typography variant="h2">Otro token</Typography>
        <TextField
          id="pasted-token"
          label="Pegar un token"
          multiline
          maxRows={6}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          slotProps={{ htmlInput: { spellCheck: false, sx: { fontFamily: 'monospace' } } }}
        />
        {pasted.trim() !== '' && <TokenContents token={pasted} />}
      </Stack>
    </Stack>
  )
}

function ServerVerdict({ token }: { token: string }) {
  const { data, isError } = useQuery({
    queryKey: ['token-debug', token],
    queryFn: ({ signal }) => validateToken(signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (isError) return <Alert severity="warning">Error al verificar el token con el servidor.</Alert>
  if (data === undefined) return <Alert severity="info">Verificando token…</Alert>
  return data ? (
    <Alert severity="success">El servidor acepta este token.</Alert>
  ) : (
    <Alert severity="error">El servidor no acepta este token.</Alert>
  )
}
