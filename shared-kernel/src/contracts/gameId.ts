import { firstOf, isRecord, readInteger, type Reader } from './wireReaders'

export const GAME_ID_NAMES = ['id', '_id'] as const

/** A game in a list is sent as its id, or as an object that contains the id. */
export const readGameId: Reader<number> = (sent) =>
  isRecord(sent) ? firstOf(sent, GAME_ID_NAMES, readInteger) : readInteger(sent)
