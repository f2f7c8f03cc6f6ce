import { z } from 'zod'
import { userResponse } from './user.schema'

/** POST /api/Auth/login. The capitals are the wire's. */
export const loginRequest = z.object({
  Username: z.string().min(1).max(64),
  Password: z.string().min(1).max(1024),
})

export const loginResponse = userResponse
  .pick({ userId: true, userName: true, nameClient: true })
  .extend({ token: z.string(), level: z.int() })

/** GET /api/Auth/validate answers a bare boolean, status 200, to every caller. */
export const validateResponse = z.boolean()

export type LoginResponse = z.infer<typeof loginResponse>
