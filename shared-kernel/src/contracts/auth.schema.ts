import { z } from 'zod'

/** POST /api/Auth/login. The capitals are the wire's. */
export const loginRequest = z.object({
  Username: z.string().min(1).max(64),
  Password: z.string().min(1).max(1024),
})

export const loginResponse = z.object({
  token: z.string(),
  userId: z.int(),
  userName: z.string(),
  level: z.int(),
  nameClient: z.string(),
})

/** GET /api/Auth/validate answers a bare boolean, status 200, whoever asks. */
export const validateResponse = z.boolean()

export type LoginResponse = z.infer<typeof loginResponse>
