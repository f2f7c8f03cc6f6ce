import { uuid } from '@console/shared-kernel/schemas'
import { z } from 'zod'

export const nothing = z.undefined().describe('No body')

/** Up to more than any id there is: one that is too large belongs to no user, and is answered like that. */
export const id = z
  .string()
  .regex(/^\d{1,15}$/, 'Debe ser un número')
  .transform(Number)

export const userParams = z.object({ userId: id })
export const machineParams = z.object({ machineId: uuid })
export const gameParams = z.object({ gameId: id })
