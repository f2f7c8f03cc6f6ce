import { z } from 'zod'
import { COUNTRY_FIELDS, USER_FIELDS } from './user'
import {
  isPassword,
  MAX_CLIENT_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USER_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  hasHiddenCharacters,
  userNameProblem,
  type UserNameProblem,
} from './inputRules'
import { blockEnd, endWithoutBlock, ONE_LINE, reason } from './common.schema'
import { schemaOf } from './wireFields.schema'

/** One user as the API sends it: GET /api/Users/all-hierarchy, /children and /api/Users. */
export const userResponse = schemaOf(USER_FIELDS, {
  level: z.int().min(1).max(7),
  countryName: z.string(),
  /** ISO 8601 instant, UTC. */
  createdAt: z.string(),
  /** The number of machines owned by the user or anyone below. */
  numeroMaquinas: z.int().min(0),
  /** Sent back as If-Match, like all versions. Other servers may send none. */
  version: z.string().optional(),
  blockedUntil: z.string().nullable().optional(),
}).omit({ password: true })

/**
 * GET /api/Users/current. `features` names what the console may use beyond the specification, like `trend`,
 * and additions to changes (`reason`, `revert`, `blockEnd`), with their public settings. Other calls
 * beyond the specification do not depend on it.
 */
export const currentUserResponse = userResponse.extend({
  features: z.record(z.string(), z.record(z.string(), z.unknown())),
})

export const userListResponse = z.array(userResponse)

/** PUT /api/Users/{userId}. `activityId` identifies the activity row, if anything has changed. */
export const changedUserResponse = userResponse.extend({ activityId: z.int().optional() })

export type UserResponse = z.infer<typeof userResponse>
export type ChangedUserResponse = z.infer<typeof changedUserResponse>

const NAME_MESSAGES: Readonly<Record<UserNameProblem, string>> = {
  form: `Debe tener de 1 a ${MAX_USER_NAME_LENGTH} caracteres, sin "/" ni espacios al principio o al final`,
  ignorable: 'No puede contener caracteres invisibles',
  blank: 'Debe tener al menos un carácter visible',
  mixed: 'Solo puede tener letras corrientes de un mismo alfabeto, sin marcas sueltas',
}

const userName = z.string().superRefine((text, context) => {
  const problem = userNameProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: NAME_MESSAGES[problem] })
})
const password = z
  .string()
  .refine(isPassword, `Debe tener de ${MIN_PASSWORD_LENGTH} a ${MAX_PASSWORD_LENGTH} caracteres`)

const line = (max: number) => z.string().max(max).regex(ONE_LINE)

const flag = z.boolean()
const listaClientesTecnico = line(4000)
const nameClient = line(MAX_CLIENT_NAME_LENGTH)

/** POST /api/Users. The country is always the parent's. */
export const createUserRequest = z.object({
  userName,
  password,
  levelU: z.int().min(1).max(7),
  countryId: z.int().optional(),
  /** An empty name means the user name. */
  nameClient: nameClient.refine((text) => !hasHiddenCharacters(text), NAME_MESSAGES.ignorable).default(''),
  /** The parent; null means the caller. */
  userIdcriador: z.int().positive().nullable().default(null),
  isBlocked: flag.default(false),
  quitPass: flag.default(false),
  botonBlockedDeshabilitado: flag.default(false),
  listaClientesTecnico: listaClientesTecnico.default(''),
})

/**
 * PUT /api/Users/{userId}. An existing client name may contain hidden characters if it is unchanged. Omitted
 * fields stay; name, level, parent and country never change.
 */
export const updateUserRequest = z
  .object({
    userId: z.int().optional(),
    nameClient: nameClient.optional(),
    countryId: z.int().optional(),
    /** An empty password means unchanged. */
    password: z.union([z.literal(''), password]).default(''),
    /** Required to change one's own password. */
    currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
    isBlocked: flag.optional(),
    quitPass: flag.optional(),
    botonBlockedDeshabilitado: flag.optional(),
    listaClientesTecnico: listaClientesTecnico.optional(),
    /** When the block ends. If it is omitted, an existing block keeps its end. */
    blockedUntil: blockEnd,
    reason,
  })
  .refine(
    ({ isBlocked, blockedUntil }) => !blockedUntil || isBlocked === true,
    endWithoutBlock('blockedUntil'),
  )

export type CreateUserRequest = z.infer<typeof createUserRequest>
export type UpdateUserRequest = z.infer<typeof updateUserRequest>

/** POST /api/Auth/login. The wire format has these capitals. */
export const loginRequest = z.object({
  Username: z.string().min(1).max(MAX_USER_NAME_LENGTH),
  Password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
})

/** Facts to show after a sign-in. Instants are ISO 8601, UTC. */
export const lastSignIn = z.object({
  /** Absent if no earlier sign-in is known. */
  at: z.string().optional(),
  /** The address without the part that identifies a connection: '81.0.x.x'. */
  address: z.string().optional(),
  /** The number of sign-ins rejected since then. */
  refused: z.int().min(0),
  /** Somebody above has removed the user's second factor since then. `hasFactor`: the user has one again. */
  factorReset: z.object({ at: z.string(), by: z.string(), hasFactor: z.literal(true).optional() }).optional(),
  /** False if the user has not confirmed having saved the recovery codes. */
  recoveryCodesKept: z.boolean().optional(),
})

/** The answer to a sign-in. `lastSignIn` is missing at the first sign-in and from other servers. */
export const loginResponse = userResponse
  .pick({ userId: true, userName: true, nameClient: true })
  .extend({ token: z.string(), level: z.int(), lastSignIn: lastSignIn.optional() })

/** GET /api/Auth/validate answers every caller with a bare boolean and status 200. */
export const validateResponse = z.boolean()

export type LoginResponse = z.infer<typeof loginResponse>

const count = z.int().min(0)

/** GET /api/Users/counts/{userId}: users and machines below a user, at all depths. */
export const userCountsResponse = z.object({
  userId: z.int(),
  /** The number of users below, not counting the user. */
  users: count,
  /** How many of them are blocked directly. */
  blockedUsers: count,
  /** The number of machines owned by the user or anyone below. */
  machines: count,
  blockedMachines: count,
  onlineMachines: count,
})

/** GET /api/Users/counts: one for each user in the caller's tree who has users below. */
export const userCountsListResponse = z.array(userCountsResponse)

export type UserCountsResponse = z.infer<typeof userCountsResponse>

const countryResponse = schemaOf(COUNTRY_FIELDS, {})
export const countryListResponse = z.array(countryResponse)

export type CountryResponse = z.infer<typeof countryResponse>
