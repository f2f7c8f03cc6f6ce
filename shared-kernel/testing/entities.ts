import { MACHINE_FIELDS, normaliseMachine, type Machine } from '../src/contracts/machine'
import { normaliseUser, USER_FIELDS, type User } from '../src/contracts/user'
import { sampleOf } from '../src/contracts/wireFields'

type WireFields = Readonly<Record<string, unknown>>

/** A user as the API sends it. */
export const wireUser = (over: WireFields = {}): WireFields => ({ ...sampleOf(USER_FIELDS), ...over })

/** A machine as the API sends it: `credit` and `profit` in units, not cents. */
export const wireMachine = (over: WireFields = {}): WireFields => ({ ...sampleOf(MACHINE_FIELDS), ...over })

export const aUser = (over: Partial<User> = {}): User => ({ ...normaliseUser(wireUser())!, ...over })

export const aMachine = (over: Partial<Machine> = {}): Machine => ({
  ...normaliseMachine(wireMachine())!,
  ...over,
})
