import type { QueryClient } from '@tanstack/react-query'
import { CallError, changeFields, http, newKey, versionHeaders } from '@console/shared-kernel/core'
import { type Machine, normaliseBlockToggle, versionOf } from '@console/shared-kernel/contracts'
import type { BlockChange } from '@console/shared-kernel/domain'
import { readFilledText, readInteger, type WireRecord } from '@console/shared-kernel/rules'

export interface BlockAnswer {
  /** The state after the call. */
  blocked: boolean
  /** The version made by this change; null if nothing changed, or the server has no versions. */
  version: string | null
  /** ISO 8601; null if the block does not end by itself. */
  blockedUntil: string | null
  /** The id of the change's activity row; null if nothing changed, or the server does not send it. */
  activityId: number | null
}

interface BlockRequest {
  /** The version that the change is based on; null for any. */
  version?: string | null | undefined
  /** Stays the same when a change is resent. */
  key?: string
  /** The end and the reason, or nothing. */
  change?: BlockChange | undefined
}

/**
 * Sets the block. Servers without versions can only toggle it.
 *
 * @throws CallError also if the answer does not contain the state: a guess would be shown as a fact
 */
export async function setMachineBlocked(
  { id, creditVersion }: Machine,
  isBlocked: boolean,
  { version = null, key = newKey(), change = {} }: BlockRequest = {},
): Promise<BlockAnswer> {
  if (id === '') throw new CallError('Machine ID is undefined')
  const { data } = await http.put<unknown>(
    `/api/Machines/${encodeURIComponent(id)}/toggle-block`,
    creditVersion === null ? undefined : { blocked: isBlocked, ...change },
    { headers: creditVersion === null ? {} : { ...versionHeaders(version, key), 'Idempotency-Key': key } },
  )
  const blocked = normaliseBlockToggle(data)
  if (blocked === null) throw new CallError('The answer does not say whether the machine is blocked')
  const record = data as WireRecord
  return {
    blocked,
    version: versionOf({ raw: record }),
    blockedUntil: readFilledText(record['blockedUntil']) ?? null,
    activityId: readInteger(record['activityId']) ?? null,
  }
}

/** Patches the cached list. The version stays if nothing changed. */
export const showBlock = (
  client: QueryClient,
  machineId: string,
  { blocked, blockedUntil, version }: BlockAnswer,
): Promise<void> =>
  changeFields(client, 'machines', ({ id }) => id === machineId, {
    blocked,
    blockedUntil,
    ...(version !== null && { version }),
  })
