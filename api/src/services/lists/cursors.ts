import { MAX_ID } from '../../db/maxId'
import { validationError } from '../../foundation/httpError'

/** Opaque to clients: where a page of one list begins, for one caller. */
export interface Cursors<Position> {
  write(position: Position): string
  /** @throws HttpError 400 for text that is none, and for a cursor of another list or caller */
  read(cursor: string): Position
}

interface PositionText<Position> {
  readonly write: (position: Position) => string
  /** Null for other text. */
  readonly read: (text: string) => Position | null
}

export function cursorsOf<Position>(
  list: string,
  { userId }: { readonly userId: number },
  position: PositionText<Position>,
): Cursors<Position> {
  const owner = `${list} ${userId} `
  return {
    write: (at) => Buffer.from(owner + position.write(at)).toString('base64url'),
    read: (cursor) => {
      const text = Buffer.from(cursor, 'base64url').toString()
      const at = text.startsWith(owner) ? position.read(text.slice(owner.length)) : null
      if (at === null) throw validationError('cursor', 'No es un cursor de esta lista y de este usuario')
      return at
    },
  }
}

/** The number of a machine in the order of creation. */
export const KEY: PositionText<number> = {
  write: String,
  read: (text) => (/^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null),
}

/** Of rows in order of time, several of which may share an instant. */
export interface Place {
  /** Microseconds since 1970. */
  readonly time: number
  readonly id: number
}

export const PLACE: PositionText<Place> = {
  write: ({ time, id }) => `${time} ${id}`,
  read: (text) => {
    const [, time, id] = /^(-?\d{1,16}) (\d{1,15})$/.exec(text) ?? []
    return Number.isSafeInteger(Number(time)) ? { time: Number(time), id: Number(id) } : null
  },
}
