import { useQuery } from '@tanstack/react-query'
import { validateToken } from '@console/shared-kernel/core'

const CHECKING = 'Verificando token…'

/** Verifies the token found at the start. `lines` are for the status log. */
export function useTokenCheck(token: string | null): { valid: boolean; lines: string[] } {
  const { data, isError } = useQuery({
    queryKey: ['validate', token],
    queryFn: ({ signal }) => validateToken(signal),
    enabled: token !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (token === null) return { valid: false, lines: ['No hay token almacenado.'] }
  if (isError) return { valid: false, lines: [CHECKING, 'Error al verificar el token.'] }
  if (data === undefined) return { valid: false, lines: [CHECKING] }
  return data
    ? { valid: true, lines: [CHECKING, 'Token válido, redirigiendo…'] }
    : { valid: false, lines: [CHECKING, 'Token inválido.'] }
}
