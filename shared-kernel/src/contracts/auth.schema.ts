import { z } from 'zod'
import { MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from './credentialRules'
import { userResponse } from './user.schema'

/** POST /api/Auth/login. The capitals are the wire's. */
export const loginRequest = z.object({
  Username: z.string().min(1).max(MAX_USER_NAME_LENGTH),
  Password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
})

export const loginResponse = userResponse
  .pick({ userId: true, userName: true, nameClient: true })
  .extend({ token: z.string(), level: z.int() })

/** GET /api/Auth/validate answers a bare boolean, status 200, to every caller. */
export const validateResponse = z.boolean()

export type LoginResponse = z.infer<typeof loginResponse>
