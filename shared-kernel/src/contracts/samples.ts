import { MACHINE_FIELDS } from './machine'
import { USER_FIELDS } from './user'
import type { ListedField } from './wireFields'
import type { WireRecord } from './wireReaders'

const sampleOf = (fields: Readonly<Record<string, ListedField>>): WireRecord =>
  Object.fromEntries(Object.values(fields).map(({ names, sample, missing }) => [names[0], sample ?? missing]))

/** As the reference server sends it, with the password that other servers may send. */
export const sampleUser = (): WireRecord => sampleOf(USER_FIELDS)

/** As the reference server sends it. */
export const sampleMachine = (): WireRecord => sampleOf(MACHINE_FIELDS)
