import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { validateToken } from '@console/shared-kernel/core'

export function ServerVerdict({ token }: { token: string }) {
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
