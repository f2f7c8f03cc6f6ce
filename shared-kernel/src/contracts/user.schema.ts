import { z } from 'zod'

/** One user as the reference API sends it: GET /api/Users/current, /all-hierarchy, /children and /api/Users. */
export const userResponse = z.object({
  userId: z.int(),
  userName: z.string(),
  level: z.int().min(1).max(7),
  countryId: z.int(),
  countryName: z.string(),
  isBlocked: z.boolean(),
  quitPass: z.boolean(),
  botonBlockedDeshabilitado: z.boolean(),
  parentUserId: z.int().nullable(),
  /** Names from the Master down to the user itself, separated by slashes. */
  treeUserNamesCreators: z.string(),
  /** ISO 8601 instant, UTC. */
  createdAt: z.string(),
  /** Machines of the user and of everyone below. */
  numeroMaquinas: z.int().min(0),
  nameClient: z.string(),
  listaClientesTecnico: z.string(),
})

export const userListResponse = z.array(userResponse)

export type UserResponse = z.infer<typeof userResponse>
