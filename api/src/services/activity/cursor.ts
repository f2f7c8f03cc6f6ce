import { validationError } from '../../httpError'

export interface Position {
  /** Since 1970, UTC. */
  readonly microseconds: number
  readonly id: number
}

export const writeCursor = ({ microseconds, id }: Position): string =>
  Buffer.from(`${microseconds} ${id}`).toString('base64url')

/** @throws HttpError 400 */
export function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, microseconds, id] = /^(\d{1,16}) (\d{1,15})$/.exec(text) ?? []
  if (microseconds === undefined) throw validationError('cursor', 'No es un cursor de esta lista')
  return { microseconds: Number(microseconds), id: Number(id) }
}
