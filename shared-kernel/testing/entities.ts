import { normaliseMachine, type Machine } from '../src/contracts/machine'
import { sampleMachine, sampleUser } from '../src/contracts/samples'
import { normaliseUser, type User } from '../src/contracts/user'

type WireFields = Readonly<Record<string, unknown>>

/** A user as the API sends it. */
export const wireUser = (over: WireFields = {}): WireFields => ({ ...sampleUser(), ...over })

/** A machine as the API sends it: `credit` and `profit` in units, not cents. */
export const wireMachine = (over: WireFields = {}): WireFields => ({ ...sampleMachine(), ...over })

export const aUser = (over: Partial<User> = {}): User => ({ ...normaliseUser(wireUser())!, ...over })

export const aMachine = (over: Partial<Machine> = {}): Machine => ({
  ...normaliseMachine(wireMachine())!,
  ...over,
})
