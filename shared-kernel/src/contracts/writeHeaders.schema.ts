import { z } from 'zod'

/** What every write takes and none needs. */
export const writeHeaders = z.object({
  /** The version that the change was decided against, as it is or in quotes. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,15}"?$/, 'Debe ser una versión')
    .optional(),
  /** Sent again with the same key, the change is the same one and not made twice. */
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Debe tener de 1 a 200 caracteres visibles')
    .optional(),
})
