import type { QueryClient } from '@tanstack/react-query'
import type { BulkCalls } from '@console/shared-kernel/bulk'
import { CallError, messageOf, versionHeaders } from '@console/shared-kernel/core'
import type { WireRecord } from '@console/shared-kernel/rules'
import {
  centsToWire,
  type Machine,
  type MachineConfig,
  normaliseMachine,
  versionOf,
} from '@console/shared-kernel/contracts'
import { blockedMeanwhileText } from '@console/shared-kernel/dates'
import type { BlockChange } from '@console/shared-kernel/domain'
import { setMachineBlocked } from '../api'
import { readConfig, saveConfig } from '../config/api'
import { fieldsToWire, withFields, type ConfigField, type ConfigForm } from '../config/configForm'
import { readMachineAgain, saveCredit } from '../credit/creditChange'
import type { CreditItem } from './model'

const isVersioned = ({ creditVersion }: Machine): boolean => creditVersion !== null

/** @param shared added to the body of the call: the reason, or nothing */
export const creditCalls = (shared: object, onMade: (result: WireRecord) => void): BulkCalls<CreditItem> => ({
  path: '/api/Machines/bulk/credit',
  idOf: ({ machine }) => machine.id,
  isVersioned: ({ machine }) => isVersioned(machine),
  bodyOf: (items) => ({
    items: items.map(({ machine, mode, amountCents }) => ({
      machineId: machine.id,
      ...(mode === 'set'
        ? { amount: centsToWire(amountCents) }
        : { add: centsToWire(mode === 'add' ? amountCents : -amountCents) }),
      creditVersion: machine.creditVersion,
    })),
    ...shared,
  }),
  mayNeedProof: true,
  // idempotent, because it sends the new credit, not the difference
  single: ({ machine, toCents }, key) =>
    saveCredit({ machineId: machine.id, cents: toCents, baseVersion: machine, key, reason: shared }),
  onMade,
})

/**
 * @param shared added to the body of the call: the end and the reason, or nothing
 * @param client reads the state after a lost answer, because on some servers the single call only toggles
 */
export function blockCalls(blocked: boolean, shared: BlockChange, client: QueryClient): BulkCalls<Machine> {
  const sent = new Set<string>()
  // without an end or a reason, a block that somebody else has set in the meantime stays as it is
  const replaces = blocked && Object.keys(shared).length > 0
  return {
    path: '/api/Machines/bulk/block',
    idOf: ({ id }) => id,
    isVersioned,
    bodyOf: (items) => ({
      items: items.map(({ id, version }) => ({
        machineId: id,
        blocked,
        ...(replaces && { version: version ?? undefined }),
      })),
      ...shared,
    }),
    refusalText: (rejection) => {
      const now = normaliseMachine(rejection.current)
      return now?.blocked
        ? blockedMeanwhileText(now.blockedUntil, rejection)
        : messageOf(rejection, 'Unknown error')
    },
    single: async (machine, key) => {
      const isRepeatedToggle = !isVersioned(machine) && sent.has(machine.id)
      if (isRepeatedToggle && (await readMachineAgain(client, machine.id)).blocked === blocked) return
      sent.add(machine.id)
      const version = replaces ? machine.version : null
      const now = await setMachineBlocked(machine, blocked, { version, key, change: shared })
      if (now.blocked !== blocked) throw new CallError('Somebody else has changed the block', { status: 409 })
    },
  }
}

export interface ConfigItem {
  machine: Machine
  /** Null if not loaded. */
  now: MachineConfig | null
  /** The text shown; null if unknown. */
  change: string | null
}

/** The bulk call sends only the fields, single calls send the whole configuration: both are idempotent. */
export const configCalls = (
  form: ConfigForm,
  fields: readonly ConfigField[],
  reason: object,
): BulkCalls<ConfigItem> => ({
  path: '/api/Machines/bulk/config',
  idOf: ({ machine }) => machine.id,
  isVersioned: ({ machine }) => isVersioned(machine),
  bodyOf: (items) => ({
    config: fieldsToWire(form, fields),
    items: items.map(({ machine, now }) => {
      const version = now && versionOf(now)
      return { machineId: machine.id, ...(version !== null && { version }) }
    }),
    ...reason,
  }),
  single: async ({ machine: { id }, now }, key) => {
    const before = now ?? (await readConfig(id))
    return saveConfig({
      machineId: id,
      config: withFields(before, form, fields),
      headers: versionHeaders(versionOf(before), key),
      reason,
    })
  },
})
