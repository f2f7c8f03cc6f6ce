import { field, normaliserOf, type EntityOf } from './wireFields'
import {
  asList,
  asRecord,
  isRecord,
  normaliseList,
  readChoice,
  readFilledText,
  readInteger,
  readText,
  type Reader,
} from './wireReaders'

/** What may need attention, in the order of the list's filter. */
export const FINDING_KINDS = [
  'offline',
  'profit',
  'payout',
  'losing',
  'no-credit',
  'in-service',
  'refused-sign-ins',
  'new-network',
  'credit-change',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/**
 * Thresholds in cents. The server finds nothing below `floor`; `shown` is the threshold of users who have set none.
 */
export const FINDING_THRESHOLDS = {
  payout: { floor: 100_00, shown: 500_00 },
  'credit-change': { floor: 1_000_00, shown: 10_000_00 },
} as const

/** One operator's thresholds, which only hide findings. */
export interface AttentionThresholds {
  /** Kinds that are not shown. */
  hidden: readonly FindingKind[]
  /** The threshold in cents, at least the floor. */
  payoutCents: number
  creditChangeCents: number
}

export const DEFAULT_THRESHOLDS: AttentionThresholds = {
  hidden: [],
  payoutCents: FINDING_THRESHOLDS.payout.shown,
  creditChangeCents: FINDING_THRESHOLDS['credit-change'].shown,
}

const readInstant: Reader<string> = (value) => {
  const text = readText(value)
  return text !== undefined && Number.isFinite(Date.parse(text)) ? text : undefined
}

interface Named {
  id: string
  name: string
}

/** @param id the field with the id; the name is in `name` or `userName` */
const readNamed =
  (id: string): Reader<Named> =>
  (value) => {
    if (!isRecord(value)) return undefined
    const found = readFilledText(value[id])
    return found === undefined
      ? undefined
      : { id: found, name: readText(value['name'] ?? value['userName']) ?? '' }
  }

const readMachine: Reader<Named & { blockable: boolean }> = (value) => {
  const named = readNamed('id')(value)
  return named && { ...named, blockable: asRecord(value)['blockable'] !== false }
}

const readKind = readChoice(FINDING_KINDS)
const readKinds: Reader<readonly FindingKind[]> = (value) =>
  asList(value)
    .map(readKind)
    .filter((kind) => kind !== undefined)

const FINDING_FIELDS = {
  id: field('id', readInteger),
  kind: field('kind', readKind),
  /** ISO 8601 instant. */
  since: field('since', readInstant),
  /** Null for a finding about only a user. `blockable` while it is neither blocked nor retired. */
  machine: field('machine', readMachine, null),
  /** The user, or the machine's owner. */
  user: field('user', readNamed('userId')),
  /** Cents, hundredths of a percent for `profit`, refusals for `refused-sign-ins`. */
  figure: field('figure', readInteger, null),
  /** The limit in the unit of the figure; seconds for `offline` and `in-service`. */
  limit: field('limit', readInteger, null),
}
export type Finding = EntityOf<typeof FINDING_FIELDS>

export interface Attention {
  /** Newest first; there may be more. */
  findings: Finding[]
  total: number
  /** All machines with a finding. */
  machineIds: readonly string[]
  /** Findings that the viewer has hidden. */
  hiddenIds: readonly number[]
  thresholds: AttentionThresholds
  /** When the server last checked, as ISO 8601: null before the first check, undefined if not sent. */
  checkedAt: string | null | undefined
}

const THRESHOLD_FIELDS = {
  hidden: field('hidden', readKinds, []),
  payoutCents: field('payoutCents', readInteger, DEFAULT_THRESHOLDS.payoutCents),
  creditChangeCents: field('creditChangeCents', readInteger, DEFAULT_THRESHOLDS.creditChangeCents),
}

/** Reads GET /api/attention. Returns null if it is invalid: an empty list would look as if all were well. */
export function normaliseAttention(wire: unknown): Attention | null {
  const { findings, total, machineIds, hiddenIds, thresholds, checkedAt } = asRecord(wire)
  if (!Array.isArray(findings)) return null
  const rows = normaliseList(findings, normaliserOf(FINDING_FIELDS), ({ id }) => id)
  return {
    findings: rows,
    total: Math.max(rows.length, readInteger(total) ?? 0),
    machineIds: asList(machineIds)
      .map(readFilledText)
      .filter((id) => id !== undefined),
    hiddenIds: asList(hiddenIds)
      .map(readInteger)
      .filter((id) => id !== undefined),
    thresholds: normaliserOf(THRESHOLD_FIELDS)(thresholds),
    checkedAt: checkedAt === null ? null : readInstant(checkedAt),
  }
}
