import { useRef, useState } from 'react'
import {
  CallError,
  isAnswerLost,
  isSessionOver,
  messageOf,
  showToast,
  useQueryClient,
} from '@console/shared-kernel/core'
import { normaliseCredit, type Machine } from '@console/shared-kernel/contracts/machine'
import { changeMachine, machinesQuery } from '../api'
import { isStale, readMachineAgain, saveCredit, type Credit } from './api'
import { fateOf } from './model'

/** How the change stands, as the dialog tells it. */
export type CreditState =
  | { kind: 'open' }
  | { kind: 'refused'; message: string }
  /** Somebody else has changed the credit meanwhile: it is now what `against` says. */
  | { kind: 'stale'; previousCents: number }
  /** Sent, but not known to have arrived. */
  | { kind: 'unknown'; cents: number }

/** Not `randomUUID`, which browsers offer on https and localhost alone. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** A machine's credit and its way to the server, told apart from what is only typed. */
export function useCreditChange(machine: Machine, onSaved: () => void) {
  const client = useQueryClient()
  const [against, setAgainst] = useState<Credit>(machine)
  const [state, setState] = useState<CreditState>({ kind: 'open' })
  const attempt = useRef({ cents: -1, version: '', key: '' })

  /** The same change sent again keeps its key, so that it cannot be made twice. */
  const keyFor = (cents: number): string => {
    const version = String(against.creditVersion)
    if (attempt.current.cents !== cents || attempt.current.version !== version)
      attempt.current = { cents, version, key: newKey() }
    return attempt.current.key
  }

  const finish = async (credit: Credit) => {
    await changeMachine(client, machine.id, credit)
    // the server counts changes, but did not say which this one is
    if (credit.creditVersion === null && against.creditVersion !== null)
      void client.invalidateQueries(machinesQuery)
    showToast('Machine credit updated successfully')
    onSaved()
  }
  const fail = (failure: unknown) => {
    const message = messageOf(failure, '')
    setState({ kind: 'refused', message: message || 'Failed to update credit' })
    showToast(`Failed to update credit: ${message || 'Unknown error'}`, 'error')
  }
  const adopt = async (current: Credit) => {
    setState({ kind: 'stale', previousCents: against.creditCents })
    setAgainst(current)
    await changeMachine(client, machine.id, current)
  }

  const check = async (cents: number): Promise<void> => {
    setState({ kind: 'unknown', cents })
    try {
      const now = await readMachineAgain(client, machine.id)
      const fate = fateOf(cents, against, now)
      if (fate === 'saved') await finish(now)
      else if (fate === 'changed by another') await adopt(now)
      else fail(new CallError('No answer came, and the credit is as it was so far'))
    } catch {
      // still not known: the dialog goes on saying so
    }
  }

  /** What the credit is now: told with the refusal, or else looked up. */
  const compare = async (refusal: CallError): Promise<void> => {
    try {
      const now = normaliseCredit(refusal.current) ?? (await readMachineAgain(client, machine.id))
      if (now.creditCents === against.creditCents && now.creditVersion === against.creditVersion)
        fail(refusal)
      else await adopt(now)
    } catch {
      fail(refusal)
    }
  }

  const save = async (cents: number): Promise<void> => {
    setState({ kind: 'open' })
    if (machine.id === '') return fail(new CallError('Machine ID is undefined or invalid'))
    try {
      await finish(await saveCredit({ machineId: machine.id, cents, against, key: keyFor(cents) }))
    } catch (failure) {
      // the sign-in comes over the dialog, which waits as it is
      if (isSessionOver(failure)) return
      if (isStale(failure)) await compare(failure)
      else if (isAnswerLost(failure)) await check(cents)
      else fail(failure)
    }
  }
  return { state, against, save, check }
}
