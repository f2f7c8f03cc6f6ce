import { CallError, messageOf } from '@console/shared-kernel/core'
import { counted, countedOf } from '@console/shared-kernel/domain'
import type { BlockImpact } from './actions/useBlockToggle'

interface Listed {
  shown: number
  all: number
  search: string
  /** Filters besides the search leave users out. */
  filtered?: boolean
  /** Users are missing from the list: whether there are none is not known. */
  incomplete: boolean
}

/** What stands next to the search box: how many users there are, and how many of them the search finds. */
export function countLine({ shown, all, search, filtered = false, incomplete }: Listed): string {
  if (shown === 0) return incomplete ? '' : 'No users found'
  return search.trim() === '' && !filtered ? counted(all, 'user') : countedOf(shown, all, 'user')
}

/** Why the list is empty: a search that finds nothing, a list that is not there, or no users below. */
export function emptyText({ search, filtered = false, incomplete }: Omit<Listed, 'shown' | 'all'>): string {
  if (incomplete) return 'The list of users could not be loaded.'
  if (filtered) return `No users match ${search.trim() === '' ? '' : 'your search and '}these filters.`
  if (search.trim() !== '') return 'No users match your search. Try a different name or country.'
  return 'There are no users below you yet.'
}

/** What blocking a user does to those below; `users` is null where they are not all known. */
export function blockImpactText({ users, machines }: BlockImpact): string {
  if (users === null)
    return machines === 0
      ? 'Everybody below loses access.'
      : `Everybody below and ${counted(machines, 'machine')} lose access.`
  const parts = [users > 0 && counted(users, 'user'), machines > 0 && counted(machines, 'machine')]
  return `${parts.filter(Boolean).join(' and ')} ${users + machines === 1 ? 'loses' : 'lose'} access.`
}

/** What stands below a user of the tree: '39 users, 30 machines'. */
export const belowText = (users: number, machines: number): string =>
  [counted(users, 'user'), machines > 0 && counted(machines, 'machine')].filter(Boolean).join(', ')

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
