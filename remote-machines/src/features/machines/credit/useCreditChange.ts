import { useRef, useState } from 'react'
import { CallError, messageOf, showToast, useQueryClient } from '@console/shared-kernel/core'
import { normaliseCredit, type Machine } from '@console/shared-kernel/contracts/machine'
import { changeMachine } from '../api'
import { readMachineAgain, saveCredit, type Credit } from './api'
import { fateOf } from './model'

/** How the change stands, as the dialog tells it. */
export type CreditState =
  | { kind: 'open' }
  | { kind: 'refused'; message: string }
  /** Somebody else has changed the credit meanwhile: it is now what `against` says. */
  | { kind: 'stale'; previousCents: number }
  /** Sent, but not known to have arrived. */
  | { kind: 'unknown'; cents: number }

const STALE_WRITE = 409
const SESSION_OVER = 401

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

  const finish = (credit: Credit) => {
    changeMachine(client, machine.id, credit)
    showToast('Machine credit updated successfully')
    onSaved()
  }
  const fail = (failure: unknown) => {
    const message = messageOf(failure, '')
    setState({ kind: 'refused', message: message || 'Failed to update credit' })
    showToast(`Failed to update credit: ${message || 'Unknown error'}`, 'error')
  }
  const adopt = (current: Credit) => {
    setState({ kind: 'stale', previousCents: against.creditCents })
    setAgainst(current)
    changeMachine(client, machine.id, current)
  }

  const check = async (cents: number): Promise<void> => {
    setState({ kind: 'unknown', cents })
    try {
      const now = await readMachineAgain(client, machine.id)
      const fate = fateOf(cents, against, now)
      if (fate === 'saved') finish(now)
      else if (fate === 'changed by another') adopt(now)
      else fail(new CallError('The server could not be reached. Nothing was changed.'))
    } catch {
      // still not known: the dialog goes on saying so
    }
  }

  const save = async (cents: number): Promise<void> => {
    setState({ kind: 'open' })
    try {
      finish(await saveCredit({ machineId: machine.id, cents, against, key: keyFor(cents) }))
    } catch (failure) {
      const { status, current } = failure instanceof CallError ? failure : { status: 0, current: null }
      const now = normaliseCredit(current)
      // the sign-in comes over the dialog, which waits as it is
      if (status === SESSION_OVER) return
      if (status === STALE_WRITE && now) adopt(now)
      else if (status === null) await check(cents)
      else fail(failure)
    }
  }
  return { state, against, save, check }
}
