import type { BulkCalls } from '@console/shared-kernel/bulk'
import { CallError, http, versionHeaders, type createQueryClient } from '@console/shared-kernel/core'
import { centsToWire, type Machine, type MachineConfig, versionOf } from '@console/shared-kernel/contracts'
import { setMachineBlocked } from '../api'
import { readConfig, saveConfig } from '../config/api'
import type { ConfigForm } from '../config/model'
import { readMachineAgain, saveCredit } from '../credit/api'
import { fieldsToWire, withFields, type ConfigField } from './configSection'
import type { CreditItem } from './model'

const isCounted = ({ creditVersion }: Machine): boolean => creditVersion !== null

export const creditCalls: BulkCalls<CreditItem> = {
  path: '/api/Machines/bulk/credit',
  idOf: ({ machine }) => machine.id,
  isCounted: ({ machine }) => isCounted(machine),
  bodyOf: (items) => ({
    items: items.map(({ machine, mode, amountCents }) => ({
      machineId: machine.id,
      ...(mode === 'set'
        ? { amount: centsToWire(amountCents) }
        : { add: centsToWire(mode === 'add' ? amountCents : -amountCents) }),
      creditVersion: machine.creditVersion,
    })),
  }),
  // the sum that was shown: sent twice, it is the same
  single: ({ machine, toCents }, key) =>
    saveCredit({ machineId: machine.id, cents: toCents, baseVersion: machine, key }),
}

/** @param client to look up a machine whose answer was lost: the single call of some servers only turns it round */
export function blockCalls(
  blocked: boolean,
  client: ReturnType<typeof createQueryClient>,
): BulkCalls<Machine> {
  const sent = new Set<string>()
  return {
    path: '/api/Machines/bulk/block',
    idOf: ({ id }) => id,
    isCounted,
    bodyOf: (items) => ({ items: items.map(({ id }) => ({ machineId: id, blocked })) }),
    single: async (machine, key) => {
      if (isCounted(machine)) {
        const path = `/api/Machines/${encodeURIComponent(machine.id)}/toggle-block`
        return http.put(path, { blocked }, { headers: { 'Idempotency-Key': key } })
      }
      if (sent.has(machine.id) && (await readMachineAgain(client, machine.id)).blocked === blocked) return
      sent.add(machine.id)
      const now = await setMachineBlocked(machine, blocked)
      if (now.blocked !== blocked) throw new CallError('It was the other way round already', { status: 409 })
    },
  }
}

/** One machine that some fields of the configuration are applied to. */
export interface ConfigItem {
  machine: Machine
  /** Null where it was not read. */
  now: MachineConfig | null
  /** In words; null where it is not known. */
  change: string | null
}

/** The same fields for all; by single calls the whole configuration with it, so that sent twice it is the same. */
export const configCalls = (form: ConfigForm, fields: readonly ConfigField[]): BulkCalls<ConfigItem> => ({
  path: '/api/Machines/bulk/config',
  idOf: ({ machine }) => machine.id,
  isCounted: ({ machine }) => isCounted(machine),
  bodyOf: (items) => ({
    config: fieldsToWire(form, fields),
    items: items.map(({ machine, now }) => {
      const version = now && versionOf(now)
      return { machineId: machine.id, ...(version !== null && { version }) }
    }),
  }),
  single: async ({ machine: { id }, now }, key) => {
    const before = now ?? (await readConfig(id, new AbortController().signal))
    return saveConfig({
      machineId: id,
      config: withFields(before, form, fields),
      headers: versionHeaders(versionOf(before), key),
    })
  },
})
