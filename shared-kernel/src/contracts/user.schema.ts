import { z } from 'zod'
import { schemaOf } from './wireFields.schema'
import { USER_FIELDS } from './user'
import { isPassword, MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH, MIN_PASSWORD_LENGTH } from './credentialRules'
import { hasHiddenCharacters, userNameProblem, type UserNameProblem } from './nameRules'

/** One user as the reference API sends it: GET /api/Users/current, /all-hierarchy, /children and /api/Users. */
export const userResponse = schemaOf(USER_FIELDS, {
  level: z.int().min(1).max(7),
  countryName: z.string(),
  /** ISO 8601 instant, UTC. */
  createdAt: z.string(),
  /** Machines of the user and of everyone below. */
  numeroMaquinas: z.int().min(0),
  /** Sent back as If-Match, like all versions. Other servers may have none. */
  version: z.string().optional(),
}).omit({ password: true })

export const userListResponse = z.array(userResponse)

export type UserResponse = z.infer<typeof userResponse>

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

const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Surrogate}]*$/u
const line = (most: number) => z.string().max(most).regex(NO_CONTROL_CHARACTERS)

const flag = z.boolean()
const listaClientesTecnico = line(4000)
const nameClient = line(200)

/** POST /api/Users. The country is always the parent's. */
export const createUserRequest = z.object({
  userName,
  password,
  levelU: z.int().min(1).max(7),
  countryId: z.int().optional(),
  /** Empty: the user name. */
  nameClient: nameClient.refine((text) => !hasHiddenCharacters(text), NAME_MESSAGES.ignorable).default(''),
  /** The parent; null is the caller. */
  userIdcriador: z.int().positive().nullable().default(null),
  isBlocked: flag.default(false),
  quitPass: flag.default(false),
  botonBlockedDeshabilitado: flag.default(false),
  listaClientesTecnico: listaClientesTecnico.default(''),
})

/** PUT /api/Users/{userId}. A client's older name may have hidden characters, if it stays. Omitted fields stay; name, level, parent and country never change. */
export const updateUserRequest = z.object({
  userId: z.int().optional(),
  nameClient: nameClient.optional(),
  countryId: z.int().optional(),
  /** Empty: unchanged. */
  password: z.union([z.literal(''), password]).default(''),
  /** Needed to change one's own password. */
  currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
  isBlocked: flag.optional(),
  quitPass: flag.optional(),
  botonBlockedDeshabilitado: flag.optional(),
  listaClientesTecnico: listaClientesTecnico.optional(),
})

export type CreateUserRequest = z.infer<typeof createUserRequest>
export type UpdateUserRequest = z.infer<typeof updateUserRequest>
