import { validationError } from '../../foundation/httpError'
import type { Place } from '../lists/listPieces'

/** Opaque to clients: where a page of one list begins, for one caller. */
export function cursorsOf(list: string, { userId }: { userId: number }) {
  const owner = `${list} ${userId} `
  return {
    write: ({ time, id }: Place): string => Buffer.from(`${owner}${time} ${id}`).toString('base64url'),
    /** @throws HttpError 400 for text that is none, and for a cursor of another list or caller */
    read: (cursor: string): Place => {
      const text = Buffer.from(cursor, 'base64url').toString()
      const position = text.startsWith(owner) ? text.slice(owner.length) : ''
      const [, time, id] = /^(-?\d{1,16}) (\d{1,15})$/.exec(position) ?? []
      if (!Number.isSafeInteger(Number(time)))
        throw validationError('cursor', 'No es un cursor de esta lista y de este usuario')
      return { time: Number(time), id: Number(id) }
    },
  }
}
