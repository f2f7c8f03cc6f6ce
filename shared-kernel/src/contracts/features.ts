import { asRecord, isRecord, type WireRecord } from './wireReaders'

/** The calls that a server has besides the specified ones: the public settings of each, by its name. */
export type Features = Readonly<Record<string, WireRecord>>

/** @param current the answer to GET /api/Users/current. Without `features`, as from other servers, there are none. */
export const normaliseFeatures = (current: unknown): Features =>
  Object.fromEntries(
    Object.entries(asRecord(asRecord(current)['features'])).filter((entry): entry is [string, WireRecord] =>
      isRecord(entry[1]),
    ),
  )
