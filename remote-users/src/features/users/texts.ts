import { CallError, messageOf } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { allLoaded, counted, countedOf } from '@console/shared-kernel/domain'
import { lostAnswerText } from './lostAnswers'

interface Listed {
  shown: number
  all: number
  search: string
  /** Whether filters in addition to the search exclude users. */
  filtered: boolean
  /** The list may lack users, so an empty one proves nothing. */
  incomplete: boolean
}

export function countLine({ shown, all, search, filtered, incomplete }: Listed): string {
  if (shown === 0) return incomplete ? '' : 'No users found'
  const text = search.trim() === '' && !filtered ? counted(all, 'user') : countedOf(shown, all, 'user')
  return allLoaded(text, all)
}

export function emptyText({ search, filtered, incomplete }: Omit<Listed, 'shown' | 'all'>): string {
  if (incomplete) return 'The list of users could not be loaded.'
  if (filtered) return `No users match ${search.trim() === '' ? '' : 'your search and '}these filters.`
  if (search.trim() !== '') return 'No users match your search. Try a different name or country.'
  return 'There are no users below you yet.'
}

/** '39 users, 30 machines'. */
export const belowText = (users: number, machines: number): string =>
  [counted(users, 'user'), machines > 0 && counted(machines, 'machine')].filter(Boolean).join(', ')

const UNKNOWN = 'Error desconocido'

export const failureText = (failure: unknown): string => `Error: ${messageOf(failure, UNKNOWN)}`

export const formFailureText = (failure: unknown): string =>
  messageOf(failure, 'Error creating/updating user. Please try again.')

/** A 404 on creation can only mean that the parent is gone. */
export function explainMissingParent(cause: unknown): never {
  if (!(cause instanceof CallError) || cause.status !== 404) throw cause
  throw new CallError('No se pudo encontrar el usuario padre', { status: 404, cause })
}

/** @param user as before the change */
export const blockUnknownText = ({ userName, isBlocked }: User): string =>
  lostAnswerText(`${userName} was ${isBlocked ? 'unblocked' : 'blocked'}. The list is read again.`)

export const countriesFailureText = (failure: unknown): string =>
  messageOf(failure, 'No se pudieron cargar los países. Por favor, intente de nuevo.')

export function deletionFailureText(failure: unknown): string {
  const { status, said } = failure instanceof CallError ? failure : { status: null, said: null }
  if (status === 403) return 'No tienes permisos para eliminar usuarios'
  if (status === 400) return said ?? 'Error al eliminar usuario'
  return failureText(failure)
}

/** The user was deleted while the dialog was open, or may no longer have a machine. */
export class InvalidMachineOwner extends Error {}

export function machineFailureText(failure: unknown): string {
  if (failure instanceof InvalidMachineOwner) return 'Usuario inválido para crear máquina'
  return `Error al crear la máquina: ${messageOf(failure, UNKNOWN)}`
}
