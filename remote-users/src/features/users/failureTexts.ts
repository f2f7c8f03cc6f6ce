import { CallError, messageOf } from '@console/shared-kernel/core'

const UNKNOWN = 'Error desconocido'

/** What the screen says of a write that failed. */
export const failureText = (failure: unknown): string => `Error: ${messageOf(failure, UNKNOWN)}`

/** What a form says of it. */
export const formFailureText = (failure: unknown): string =>
  messageOf(failure, 'Error creating/updating user. Please try again.')

/** Why no user was made: a new user names no other user than its parent whom the server could miss. */
export function explainMissingParent(cause: unknown): never {
  if (!(cause instanceof CallError) || cause.status !== 404) throw cause
  throw new CallError('No se pudo encontrar el usuario padre', { status: 404, cause })
}

export const countriesFailureText = (failure: unknown): string =>
  messageOf(failure, 'No se pudieron cargar los países. Por favor, intente de nuevo.')

/** Why a user was not deleted. */
export function deletionFailureText(failure: unknown): string {
  const { status, said } = failure instanceof CallError ? failure : { status: null, said: null }
  if (status === 403) return 'No tienes permisos para eliminar usuarios'
  if (status === 400) return said ?? 'Error al eliminar usuario'
  return failureText(failure)
}

/** The user is gone since the question was asked, or may not have a machine any more. */
export class InvalidMachineOwner extends Error {}

/** Why no machine was made. */
export function machineFailureText(failure: unknown): string {
  if (failure instanceof InvalidMachineOwner) return 'Usuario inválido para crear máquina'
  return `Error al crear la máquina: ${messageOf(failure, UNKNOWN)}`
}
