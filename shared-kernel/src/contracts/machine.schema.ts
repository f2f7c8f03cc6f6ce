import { z } from 'zod'
import { schemaOf } from './wireFields.schema'
import { MACHINE_FIELDS } from './machine'

const { ownerBlocked: _, ...RELEASED_FIELDS } = MACHINE_FIELDS

/** A machine as of version 2.1.0; money is a JSON number with two decimals. */
export const machineResponse = schemaOf(RELEASED_FIELDS, {
  idMachine: z.uuid(),
  userId: z.int(),
  /** Sent back as If-Match. */
  creditVersion: z.string(),
  version: z.string().optional(),
  creationDate: z.string(),
})

export const machineListResponse = z.array(machineResponse)

/** One machine of GET /api/Machines. */
export const machineRowResponse = machineResponse.extend({ ownerBlocked: z.boolean() })

/**
 * In currency units, like the amounts of machines and reports; activity entries and the console use cents. It is
 * MAX_AMOUNT_CENTS as a literal, which is its released type.
 */
export const MOST_CREDIT = 9_999_999.99

/** A number with at most two decimals: 1e2 is valid, 1.005 is not. */
export const isWholeCents = (value: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(value))
const isAmount = (value: number): boolean =>
  isWholeCents(value) && value >= 0 && !Object.is(value, -0) && value <= MOST_CREDIT

/** PUT /api/Machines/{machineId}/credit: the machine's new credit, not a difference. */
export const creditRequest = z.object({
  amount: z
    .number()
    .refine(isAmount, `Debe ser un importe de 0 a ${MOST_CREDIT} con dos decimales como máximo`),
})

export const creditResponse = machineResponse.pick({ credit: true, creditVersion: true })

/** PUT /api/Machines/{machineId}/toggle-block: without a body, or without `blocked`, the flag is inverted. */
export const blockToggleRequest = z
  .object({ blocked: z.boolean().optional() })
  .nullish()
  .transform((body) => body ?? {})

export const blockToggleResponse = z.object({ blocked: z.boolean() })

/** Has the machine's version only if this call changed it, because only one's own change can be undone. */
export const machineBlockResponse = blockToggleResponse.extend({ version: z.string().optional() })

export type MachineResponse = z.infer<typeof machineResponse>
export type MachineRowResponse = z.infer<typeof machineRowResponse>
export type CreditResponse = z.infer<typeof creditResponse>
export type BlockToggleResponse = z.infer<typeof blockToggleResponse>
export type MachineBlockResponse = z.infer<typeof machineBlockResponse>
