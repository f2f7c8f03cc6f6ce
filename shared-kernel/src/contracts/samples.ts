import { MACHINE_FIELDS } from './machine'
import { USER_FIELDS } from './user'
import type { ListedField } from './wireFields'
import type { WireRecord } from './wireReaders'

/* Used by test builders, and for the answers that `verify` serves to a release. Values are as on the wire. */

type Values<Fields> = Readonly<{ [K in keyof Fields]?: string | number | boolean }>

/** Fields without a value get their default (`missing`). */
const sampleOf = <Fields extends Readonly<Record<string, ListedField>>>(
  fields: Fields,
  values: Values<Fields>,
): WireRecord =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { names, missing }]) => [names[0], values[key] ?? missing]),
  )

/** A user as the API sends it, with the empty password that other servers may send. */
export const sampleUser = (): WireRecord =>
  sampleOf(USER_FIELDS, {
    userId: 7,
    userName: 'ana',
    level: 4,
    countryId: 1,
    countryName: 'Spain',
    parentUserId: 3,
    creatorChain: 'master/admin1/ana',
    createdAt: '2026-11-21T10:00:00Z',
    nameClient: 'ana',
  })

/** A machine as the API sends it. */
export const sampleMachine = (): WireRecord =>
  sampleOf(MACHINE_FIELDS, {
    id: '3f9c2a1b-0000-4000-8000-000000000001',
    name: 'Slot 1',
    userName: 'ana',
    ownerId: 7,
    creditCents: 1234.5,
    creditVersion: '3',
    profitCents: -50.25,
    ownerBlocked: false,
    location: 'Madrid',
    ipAddress: '192.0.2.1',
    creationDate: '2026-01-05T09:30:00.000Z',
    lastConnection: '2026-01-05T09:30:00.000Z',
    status: 'Online',
    connected: true,
    jackpotMegaCents: 5000,
    jackpotMiniCents: 50.25,
  })
