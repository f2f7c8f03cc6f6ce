import { z } from 'zod'
import { centsToWire, MAX_AMOUNT_CENTS } from './cents'
import { blockEnd, endWithoutBlock, reason } from './common.schema'
import { MACHINE_FIELDS } from './machine'
import { MACHINE_CONFIG_FIELDS, machineConfigToWire, normaliseMachineConfig } from './machineConfig'
import { schemaOf } from './wireFields.schema'

const { ownerBlocked: _, blockedUntil: __, ...RELEASED_FIELDS } = MACHINE_FIELDS

/** A machine as of version 2.1.0; money is a JSON number with two decimals. */
export const machineResponse = schemaOf(RELEASED_FIELDS, {
  idMachine: z.uuid(),
  userId: z.int(),
  /** Sent back as If-Match. */
  creditVersion: z.string(),
  version: z.string().optional(),
  creationDate: z.string(),
})

/** One machine of GET /api/Machines. */
export const machineRowResponse = machineResponse.extend({
  ownerBlocked: z.boolean(),
  /** When the block ends by itself, ISO 8601 in UTC; null if it does not, or there is none. */
  blockedUntil: z.string().nullable().optional(),
})

/**
 * An amount in currency units, like the amounts of machines and reports; activity entries and the console use
 * cents. Equals MAX_AMOUNT_CENTS, as a literal because that is its released type.
 */
export const MAX_CREDIT = 9_999_999.99

/** A number with at most two decimals: 1e2 is valid, 1.005 is not. */
export const isWholeCents = (value: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(value))
const isAmount = (value: number): boolean =>
  isWholeCents(value) && value >= 0 && !Object.is(value, -0) && value <= MAX_CREDIT

/** PUT /api/Machines/{machineId}/credit: the machine's new credit, not a difference. */
export const creditRequest = z.object({
  amount: z
    .number()
    .refine(isAmount, `Debe ser un importe de 0 a ${MAX_CREDIT} con dos decimales como máximo`),
  reason,
})

/** `activityId` identifies the activity row through which the change can be reverted. */
export const creditResponse = machineResponse
  .pick({ credit: true, creditVersion: true })
  .extend({ activityId: z.int().optional() })

/**
 * PUT /api/Machines/{machineId}/toggle-block: without a body, or without `blocked`, the flag is inverted. Without
 * `until`, an existing block keeps its end.
 */
export const blockToggleRequest = z
  .object({ blocked: z.boolean().optional(), until: blockEnd, reason })
  .refine(({ blocked, until }) => !until || blocked === true, endWithoutBlock('until'))
  .nullish()
  .transform((body) => body ?? {})

export const blockToggleResponse = z.object({ blocked: z.boolean() })

/** Has the version and the activity id only if this call made the change, as only then can it be undone. */
export const machineBlockResponse = blockToggleResponse.extend({
  version: z.string().optional(),
  activityId: z.int().optional(),
  /** The end of the block, as in the list. */
  blockedUntil: z.string().nullable().optional(),
})

/**
 * GET /api/Machines/{machineId}/trend: the last 14 days in the report zone, including today so far, oldest
 * first.
 */
export const machineTrendResponse = z.object({
  days: z.array(
    z.object({
      /** YYYY-MM-DD. */
      day: z.iso.date(),
      /** Cash paid in minus cash paid out, as in External Data; cents of a euro. 0 without movements. */
      profitCents: z.int(),
    }),
  ),
})

export type MachineTrendResponse = z.infer<typeof machineTrendResponse>
export type MachineResponse = z.infer<typeof machineResponse>
export type MachineRowResponse = z.infer<typeof machineRowResponse>
export type CreditResponse = z.infer<typeof creditResponse>
export type MachineBlockResponse = z.infer<typeof machineBlockResponse>

const DAY_SECONDS = 86_400

/** Numbers within the form's bounds; the default upper bound is a day in seconds or the largest amount. */
const boundedNumbers = Object.fromEntries(
  Object.values(MACHINE_CONFIG_FIELDS).flatMap((one) => {
    if (one.kind !== 'number') return []
    const { names, min, decimals, max = decimals === 0 ? DAY_SECONDS : centsToWire(MAX_AMOUNT_CENTS) } = one
    return [[names[0], (decimals === 0 ? z.int() : z.number()).min(min).max(max)]]
  }),
)

function isListOfIds(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((id) => Number.isSafeInteger(id))
  } catch {
    return false
  }
}

export const machineConfigResponse = schemaOf(MACHINE_CONFIG_FIELDS, {
  // the type of each follows from the table
  ...(boundedNumbers as object),
  /** JSON text of an array of game ids. */
  listaJuegos: z
    .string()
    .max(100_000)
    .refine(isListOfIds, 'Debe ser un texto JSON con una lista de números enteros'),
  version: z.string().optional(),
})

/** Omitted fields stay unchanged. */
export const machineConfigRequest = machineConfigResponse.omit({ version: true }).partial()

/** PUT /api/Machines/{machineId}/config. */
export const machineConfigChange = machineConfigRequest.extend({ reason })

/** GET /api/Machines/{machineId}/config/common: the settings of the other machines of its owner. */
export const commonConfigResponse = z.object({
  /** The number of machines, not counting this one. */
  machines: z.int(),
  /** The most common value of each field; a field without a single most common value is missing. */
  fields: z.record(
    z.string(),
    z.object({ value: z.union([z.boolean(), z.number(), z.string()]), machines: z.int() }),
  ),
})

export type CommonConfigResponse = z.infer<typeof commonConfigResponse>
export type MachineConfigResponse = z.infer<typeof machineConfigResponse>
export type MachineConfigRequest = z.infer<typeof machineConfigRequest>

export const DEFAULT_MACHINE_CONFIG = machineConfigResponse.parse(
  machineConfigToWire(normaliseMachineConfig({})),
)
