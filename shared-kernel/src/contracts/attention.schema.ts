import { z } from 'zod'
import { FINDING_KINDS, FINDING_THRESHOLDS } from './attention'

const kind = z.enum(FINDING_KINDS)
const { payout, 'credit-change': creditChange } = FINDING_THRESHOLDS
const MAX_CENTS = 1e12

export const attentionThresholds = z.object({
  hidden: z.array(kind).max(FINDING_KINDS.length),
  payoutCents: z.int().min(payout.floor).max(MAX_CENTS),
  creditChangeCents: z.int().min(creditChange.floor).max(MAX_CENTS),
})
export type AttentionThresholdsWire = z.infer<typeof attentionThresholds>

const finding = z.object({
  id: z.int(),
  kind,
  /** ISO 8601 instant, UTC. */
  since: z.string(),
  /** `blockable` unless the machine is blocked or retired. */
  machine: z.object({ id: z.string(), name: z.string(), blockable: z.boolean() }).nullable(),
  /** The user, or the machine's owner. */
  user: z.object({ userId: z.int(), userName: z.string() }),
  /**
   * Cents, hundredths of a percent for `profit`, rejections for `refused-sign-ins`; null for `offline` etc.
   */
  figure: z.int().nullable(),
  /** The limit in the unit of the figure; seconds for `offline` and `in-service`. */
  limit: z.int().nullable(),
})
export type FindingWire = z.infer<typeof finding>

/** GET /api/attention. With `only=total` the answer has only the total: its lists are empty. */
export const attentionListQuery = z.object({ only: z.literal('total').optional() })
export type AttentionListQuery = z.infer<typeof attentionListQuery>

/** The findings in the caller's subtree, newest first, without those that the caller has hidden. */
export const attentionResponse = z.object({
  /** The first 500. */
  findings: z.array(finding),
  total: z.int(),
  /** All machines with a finding, including those beyond the first 500. */
  machineIds: z.array(z.string()),
  /** The newest 500 findings that the caller has hidden and could show again. */
  hiddenIds: z.array(z.int()),
  thresholds: attentionThresholds,
  /** When the rules last ran; null before their first run. ISO 8601 instant, UTC. */
  checkedAt: z.string().nullable(),
})
export type AttentionResponse = z.infer<typeof attentionResponse>

/** POST /api/attention/marks. Ids that the caller cannot see are ignored. */
export const attentionMarksRequest = z.object({
  ids: z.array(z.int().min(1)).min(1).max(500),
  /** `seen` hides them for good, `tomorrow` until the report zone's next day, `none` shows them again. */
  until: z.enum(['seen', 'tomorrow', 'none']),
})
export type AttentionMarksRequest = z.infer<typeof attentionMarksRequest>
export const attentionMarksResponse = z.object({ marked: z.int() })
