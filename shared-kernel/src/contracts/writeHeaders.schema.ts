import { z } from 'zod'

/** Optional headers of every write. */
export const writeHeaders = z.object({
  /** The version that the change is based on, with or without quotes. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,15}"?$/, 'Debe ser una versión')
    .optional(),
  /** Repeated with the same key, a change is made once. */
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Debe tener de 1 a 200 caracteres visibles')
    .optional(),
})
