import { queryOptions } from '@tanstack/react-query'
import {
  type ApiMutation,
  attentionQuery,
  CallError,
  changeFields,
  fetchRecord,
  http,
  messageOf,
  newKey,
  versionHeaders,
} from '@console/shared-kernel/core'
import {
  type Activity,
  type AttentionThresholds,
  normaliseActivityPage,
  normaliseBlockToggle,
  normaliseOverview,
  type Overview,
  versionOf,
} from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import type { WireRecord } from '@console/shared-kernel/rules'

const ROWS = 10
/** The key prefix of this screen's own queries. */
export const OWN_QUERIES = ownKey('overview')

/** @throws CallError also if the answer is invalid */
async function read<T>(
  path: string,
  signal: AbortSignal,
  normalise: (wire: unknown) => T | null,
): Promise<T> {
  const found = normalise(await fetchRecord(path, signal))
  if (found === null) throw new CallError(`${path} answered something else`)
  return found
}

export const overviewQuery = queryOptions({
  queryKey: [...OWN_QUERIES, 'figures'],
  queryFn: ({ signal }): Promise<Overview> => read('/api/overview', signal, normaliseOverview),
})

/** The latest changes. */
export const changesQuery = queryOptions({
  queryKey: [...OWN_QUERIES, 'changes'],
  queryFn: ({ signal }): Promise<Activity[]> =>
    read(`/api/activity?limit=${ROWS}`, signal, (wire) => normaliseActivityPage(wire)?.rows ?? null),
  meta: { live: withChanges },
})

/** Adds changes that have just arrived, newest first; some may already be in the list. */
function withChanges(loaded: readonly Activity[], added: readonly Activity[]): Activity[] {
  const byId = new Map([...loaded, ...added].map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, ROWS)
}

const failureText = (failure: unknown) => `Error: ${messageOf(failure, 'Unknown error')}`

export interface Mark {
  ids: readonly number[]
  /** `seen` hides findings for good, `tomorrow` until the next day begins, `none` shows them again. */
  until: 'seen' | 'tomorrow' | 'none'
}

/** Affects only the signed-in operator. */
export const MARK: ApiMutation<Mark, unknown> = {
  call: (mark) => http.post('/api/attention/marks', mark, { headers: { 'Idempotency-Key': newKey() } }),
  keyOf: ({ ids }) => ids.join(),
  patch: async (client, _output, { ids, until }) => {
    if (until === 'none') return
    client.setQueryData(attentionQuery.queryKey, (attention) => {
      if (!attention) return attention
      const findings = attention.findings.filter(({ id }) => !ids.includes(id))
      return {
        ...attention,
        findings,
        total: attention.total - (attention.findings.length - findings.length),
      }
    })
  },
  refetch: attentionQuery.queryKey,
  errorToast: failureText,
}

export interface Block {
  machine: { id: string; name: string }
  blocked: boolean
  /** The version that this undoes; null for any. */
  version: string | null
}

export interface Blocked {
  blocked: boolean
  /** The version made by this change; null if nothing changed. */
  version: string | null
}

/** One toast per machine, so that only the last change offers Undo. */
export const blockToast = ({ machine }: Pick<Block, 'machine'>) => `machine.block.${machine.id}`

export const SET_BLOCK: ApiMutation<Block, Blocked> = {
  call: async ({ machine, blocked, version }) => {
    const key = newKey()
    const { data } = await http.put<unknown>(
      `/api/Machines/${encodeURIComponent(machine.id)}/toggle-block`,
      { blocked },
      { headers: { ...versionHeaders(version, key), 'Idempotency-Key': key } },
    )
    const now = normaliseBlockToggle(data)
    if (now === null) throw new CallError('The answer does not say whether the machine is blocked')
    return { blocked: now, version: versionOf({ raw: data as WireRecord }) }
  },
  keyOf: ({ machine }) => machine.id,
  patch: (client, { blocked, version }, { machine }) =>
    changeFields(client, 'machines', ({ id }) => id === machine.id, {
      blocked,
      ...(version !== null && { version }),
    }),
  refetch: attentionQuery.queryKey,
  toastKey: blockToast,
  slowToast: ({ machine, blocked }) => `${blocked ? 'block' : 'unblock'} of ${machine.name}`,
  errorToast: failureText,
}

export const SAVE_THRESHOLDS: ApiMutation<AttentionThresholds, unknown> = {
  call: (thresholds) =>
    http.put('/api/attention/thresholds', thresholds, { headers: { 'Idempotency-Key': newKey() } }),
  refetch: attentionQuery.queryKey,
  successToast: () => 'What is shown has been changed.',
  errorToast: failureText,
}
