import { z } from 'zod'
import { blockEnd, endWithoutBlock, errorResponse, reason, uuid } from './common.schema'
import { gameSettingsResponse } from './game.schema'
import { MAX_FOLLOWING_ITEMS } from './inputRules'
import {
  blockToggleResponse,
  creditRequest,
  creditResponse,
  isWholeCents,
  MAX_CREDIT,
  machineConfigRequest,
  machineConfigResponse,
  machineRowResponse,
} from './machine.schema'
import { userResponse } from './user.schema'

const MAX_ITEMS = 500

const version = z
  .string()
  .regex(/^\d{1,15}$/, 'Debe ser una versión')
  .transform(Number)
  .optional()

interface Named {
  readonly machineId?: string
  readonly userId?: number
  readonly activityId?: number
}

/** Each machine, user or change may appear only once: the order of two changes would be undefined. */
const itemsOf = <T extends z.ZodType<Named>>(item: T) =>
  z
    .array(item)
    .min(1)
    .max(MAX_ITEMS)
    .superRefine((items, context) => {
      const seen = new Set<string | number | undefined>()
      items.forEach(({ machineId, userId, activityId }, index) => {
        const name = machineId !== undefined ? 'machineId' : userId !== undefined ? 'userId' : 'activityId'
        const id = machineId ?? userId ?? activityId
        if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, name], message: 'Está repetido' })
        seen.add(id)
      })
    })

/** What later calls with the same key will send: only added up, to require a proof before the first item. */
const followingOf = <T extends z.ZodType<Named>>(item: T) =>
  z.array(item).max(MAX_FOLLOWING_ITEMS).default([])

const userId = z.int().min(0)

const isDifference = (value: number): boolean => isWholeCents(value) && Math.abs(value) <= MAX_CREDIT

const creditItem = z
  .object({
    machineId: uuid,
    amount: creditRequest.shape.amount.optional(),
    add: z
      .number()
      .refine(isDifference, `Debe ser un importe de hasta ${MAX_CREDIT} con dos decimales como máximo`)
      .optional(),
    creditVersion: version,
  })
  .refine(({ amount, add }) => (amount === undefined) !== (add === undefined), {
    path: ['amount'],
    error: 'Debe tener amount o add, uno de los dos',
  })

/** POST /api/Machines/bulk/credit: an amount replaces the credit, `add` is added to it. */
export const bulkCreditRequest = z.object({
  items: itemsOf(creditItem),
  followedBy: followingOf(creditItem),
  reason,
})

/**
 * A bulk change in which all blocks have the same end. An item is stale if its block has changed since `version`;
 * other changes do not matter.
 */
const blocksOf = <Item extends z.ZodType<Named & { readonly blocked: boolean }>>(item: Item) =>
  z
    .object({ items: itemsOf(item), followedBy: followingOf(item), until: blockEnd, reason })
    .refine(({ items, until }) => !until || items.every(({ blocked }) => blocked), endWithoutBlock('until'))

export const bulkMachineBlockRequest = blocksOf(z.object({ machineId: uuid, blocked: z.boolean(), version }))

/** POST /api/Machines/bulk/config: omitted fields do not change. */
export const bulkConfigRequest = z.object({
  /** Strict, unlike the single call: a misspelt name would do nothing to hundreds of machines. */
  config: machineConfigRequest
    .strict()
    .refine((config) => Object.keys(config).length > 0, 'Debe cambiar algo'),
  items: itemsOf(z.object({ machineId: uuid, version })),
  reason,
})

export const bulkUserBlockRequest = blocksOf(z.object({ userId, blocked: z.boolean(), version }))

/** POST /api/activity/{activityId}/revert. */
export const revertRequest = z
  .object({ reason })
  .nullish()
  .transform((body) => body ?? {})

/** The reverted machine or user, as its list now shows it; only one of the two is set. */
export const revertResponse = z.object({
  machine: machineRowResponse.optional(),
  user: userResponse.optional(),
})

const revertItem = z.object({ activityId: z.int().min(0) })

/** POST /api/activity/bulk/revert. Of several changes to one subject, only the last can be reverted. */
export const bulkRevertRequest = z.object({
  items: itemsOf(revertItem),
  followedBy: followingOf(revertItem),
  reason,
})

const SETTINGS_SECTIONS = ['games', 'jackpots', 'other'] as const

export const copyGameSettingsRequest = z.object({
  fromUserId: userId,
  /**
   * The version of the settings to copy, as they were shown. If it has changed, the answer is 409: for the
   * whole call, or for each remaining item if an earlier call has copied some.
   */
  fromVersion: version,
  items: itemsOf(z.object({ userId, version })),
  /** The copied sections; the rest stays as each user has it. */
  sections: z
    .array(z.enum(SETTINGS_SECTIONS))
    .min(1)
    .max(SETTINGS_SECTIONS.length)
    .default([...SETTINGS_SECTIONS]),
})

/** One result per item, in order, as the single call answers; 503 for items not begun after a failure. */
const resultsOf = <Id extends z.ZodType, Answer extends z.ZodRawShape>(id: Id, answer: z.ZodObject<Answer>) =>
  z.object({
    results: z.array(
      z.union([
        z.object({ id, status: z.literal(200), ...answer.shape }),
        z.object({ id, status: z.int().min(400), ...errorResponse.shape }),
      ]),
    ),
  })

export const bulkCreditResponse = resultsOf(z.uuid(), creditResponse)
export const bulkMachineBlockResponse = resultsOf(z.uuid(), blockToggleResponse)
export const bulkConfigResponse = resultsOf(z.uuid(), machineConfigResponse)
export const bulkUserBlockResponse = resultsOf(z.int(), userResponse)
export const bulkRevertResponse = resultsOf(z.int(), revertResponse)
export const copySettingsResponse = resultsOf(z.int(), gameSettingsResponse)

export type RevertResponse = z.infer<typeof revertResponse>
export type CopyGameSettingsRequest = z.output<typeof copyGameSettingsRequest>
