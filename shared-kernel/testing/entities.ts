import { normaliseMachine, type Machine } from '../src/contracts/machine'
import { normaliseUser, type User } from '../src/contracts/user'

type WireFields = Readonly<Record<string, unknown>>

/** A user as the API sends it. */
export const wireUser = (over: WireFields = {}): WireFields => ({
  userId: 7,
  userName: 'ana',
  level: 4,
  countryId: 1,
  countryName: 'Spain',
  isBlocked: false,
  parentUserId: 3,
  treeUserNamesCreators: 'master/admin1/ana',
  createdAt: '2026-11-21T10:00:00Z',
  nameClient: 'Ana S.L.',
  ...over,
})

/** A machine as the API sends it: `credit` and `profit` in units, not cents. */
export const wireMachine = (over: WireFields = {}): WireFields => ({
  idMachine: '3f9c2a1b-0000-4000-8000-000000000001',
  machineName: 'Slot 1',
  userId: 7,
  userName: 'ana',
  credit: 1234.5,
  creditVersion: '3',
  profit: -50.25,
  serviceMode: false,
  block: false,
  ownerBlocked: false,
  status: 'Online',
  isConnected: true,
  ...over,
})

export const aUser = (over: Partial<User> = {}): User => ({ ...normaliseUser(wireUser())!, ...over })

export const aMachine = (over: Partial<Machine> = {}): Machine => ({
  ...normaliseMachine(wireMachine())!,
  ...over,
})
