import { z } from 'zod'

/** An amount of money with two decimals, as a JSON number. */
const money = z.number()
/** ISO 8601 instant, UTC. */
const instant = z.string()

/** One machine of GET /api/Machines. */
export const machineResponse = z.object({
  idMachine: z.uuid(),
  machineName: z.string(),
  /** The owner. */
  userId: z.int(),
  userName: z.string(),
  credit: money,
  /** Which credit this is; goes back as If-Match. */
  creditVersion: z.string(),
  /** Which block flag and configuration this is. */
  version: z.string().optional(),
  serviceMode: z.boolean(),
  /** Cash in less cash out, since the beginning. */
  profit: money,
  block: z.boolean(),
  location: z.string().nullable(),
  ipAddress: z.string().nullable(),
  creationDate: instant,
  lastConnection: instant.nullable(),
  status: z.string(),
  isConnected: z.boolean(),
  securityLevel: z.string(),
  jackpotMega: money,
  jackpotMini: money,
})

export const machineListResponse = z.array(machineResponse)

export const MOST_CREDIT = 9_999_999.99
/** Digits with at most two decimals, in the number's shortest form: 1e2 is 100, 1.005 is none. */
export const isWholeCents = (value: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(value))
const isAmount = (value: number): boolean =>
  isWholeCents(value) && value >= 0 && !Object.is(value, -0) && value <= MOST_CREDIT

/** PUT /api/Machines/{machineId}/credit: the machine's new credit, not a difference. */
export const creditRequest = z.object({
  amount: z
    .number()
    .refine(isAmount, `Debe ser un importe de 0 a ${MOST_CREDIT} con dos decimales como máximo`),
})

export const creditResponse = z.object({ credit: money, creditVersion: z.string() })

/** PUT /api/Machines/{machineId}/toggle-block: without a body, or without `blocked`, the flag is turned round. */
export const blockToggleRequest = z
  .object({ blocked: z.boolean().optional() })
  .nullish()
  .transform((body) => body ?? {})

export const blockToggleResponse = z.object({ blocked: z.boolean() })

export type MachineResponse = z.infer<typeof machineResponse>
export type CreditResponse = z.infer<typeof creditResponse>
export type BlockToggleResponse = z.infer<typeof blockToggleResponse>
