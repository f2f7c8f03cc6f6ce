import { z } from 'zod'
import { ONE_LINE, uuid } from './common.schema'
import { MAX_CLIENT_NAME_LENGTH, MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from './inputRules'
import { type lastSignIn, loginResponse } from './user.schema'

/** Sent instead of a token after a correct password; `POST /api/Auth/second-factor` needs it. */
export const secondStepResponse = z.object({
  secondFactor: z.object({
    id: z.uuid(),
    /** `totp`, `passkey`, `recovery`; or only `enrol-totp`: the user must first add a factor. */
    methods: z.array(z.string()),
  }),
})

/** POST /api/Auth/login. */
export const signInResponse = z.union([loginResponse, secondStepResponse])

/** Base64url. */
export const passkeyId = z
  .string()
  .max(2000)
  .regex(/^[\w-]+$/)

/** What a passkey answered: the JSON of a `PublicKeyCredential`. */
export const passkeyAnswer = z.looseObject({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

/** A six-digit code or a recovery code, or a passkey's answer. */
const factor = {
  code: z.string().max(64).optional(),
  passkey: passkeyAnswer.optional(),
}

/** POST /api/Auth/second-factor. */
export const secondStepRequest = z.object({ id: uuid, ...factor })
/** POST /api/Auth/second-factor/enrol and /api/Auth/second-factor/passkey, for the step with this id. */
export const stepRequest = z.object({ id: uuid })
/**
 * The factor that a rejection named: `totp`, or `passkey:` and the id. Only it or a recovery code is
 * accepted.
 */
const provedFactor = z.string().max(2100).optional()
/** POST /api/Auth/proof. */
export const proofRequest = z.object({ ...factor, factor: provedFactor })
/** POST /api/Auth/proof/passkey. */
export const proofOptionsRequest = z
  .object({ factor: provedFactor })
  .nullish()
  .transform((body) => body ?? {})
/** The time until which large changes of this session need no further proof. ISO 8601, UTC. */
export const proofResponse = z.object({ until: z.string() })

/** The second step's answer; `recoveryCodes` only if a factor was just enrolled, and never again. */
export const signedInResponse = loginResponse.extend({ recoveryCodes: z.array(z.string()).optional() })

/** GET /api/Auth/methods, open to anyone. */
export const signInMethodsResponse = z.object({ password: z.boolean(), passkeys: z.boolean() })

const own = {
  /** Needed for the first factor; a user with a factor needs a proof. */
  currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
}

/** POST /api/Auth/totp, /api/Auth/passkeys/options. */
export const enrolRequest = z.object(own)
/** The secret as text (base32) and as the address that a QR code encodes. */
export const totpResponse = z.object({ secret: z.string(), uri: z.string() })
/** POST /api/Auth/totp/confirm. */
export const confirmTotpRequest = z.object({ code: z.string().max(64) })
/** Shown once: the server only keeps hashes. Empty if the user already has codes. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) })

/** POST /api/Auth/recovery-codes/kept: the codes that were shown. */
export const keptCodes = z.object({ recoveryCodes: z.array(z.string().max(64)).max(100) })
/** Pages of the previous build send no body. */
export const keptCodesRequest = keptCodes.nullish().transform((body) => body?.recoveryCodes)

const passkeyName = z.string().min(1).max(64).regex(ONE_LINE)

/** POST /api/Auth/passkeys. */
export const addPasskeyRequest = z.object({ name: passkeyName, passkey: passkeyAnswer })
/** The options for `navigator.credentials`, as JSON. */
export const passkeyOptionsResponse = z.looseObject({ challenge: z.string() })

/** POST /api/Auth/password-strength, with a password that is being chosen and its owner's names. */
export const passwordStrengthRequest = z.object({
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
  userName: z.string().max(MAX_USER_NAME_LENGTH).default(''),
  nameClient: z.string().max(MAX_CLIENT_NAME_LENGTH).default(''),
})
/** The server rejects a new password that scores less than 3. */
export const passwordStrengthResponse = z.object({ score: z.int().min(0).max(4) })

/** POST /api/Auth/passkey, which signs in with a passkey alone. */
export const passkeySignInRequest = z.object({ passkey: passkeyAnswer })

/** GET /api/Auth/factors: the caller's own. Instants are ISO 8601, UTC. */
export const factorsResponse = z.object({
  /** When it was added; null without one. */
  totp: z.string().nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      addedAt: z.string(),
      usedAt: z.string().nullable(),
    }),
  ),
  /** How many have not been used. */
  recoveryCodes: z.int().min(0),
  /** Whether the user has confirmed saving the current codes: the answer with them may have been lost. */
  recoveryCodesKept: z.boolean(),
  /** The caller's level must have a factor. */
  isRequired: z.boolean(),
  /** The factors that can be added. */
  canAdd: z.object({ totp: z.boolean(), passkeys: z.boolean() }),
})

/** GET /api/Auth/sessions: the caller's own, most recently used first. Instants are ISO 8601, UTC. */
export const sessionListResponse = z.array(
  z.object({
    id: z.uuid(),
    /** A description such as 'Firefox on Windows'. */
    device: z.string(),
    /** Null if the session began before addresses were kept. */
    address: z.string().nullable(),
    startedAt: z.string(),
    /** When it was last used; may lag by up to a minute. */
    usedAt: z.string(),
    expiresAt: z.string(),
    isCurrent: z.boolean(),
  }),
)

/** POST /api/Users/{userId}/reset-factor: whether the user had a second factor. */
export const factorResetResponse = z.object({ reset: z.boolean() })

/** DELETE /api/Auth/sessions. */
export const endedSessionsResponse = z.object({ ended: z.int().min(0) })

export type LastSignIn = z.infer<typeof lastSignIn>
export type SignInResponse = z.infer<typeof signInResponse>
export type SecondStepResponse = z.infer<typeof secondStepResponse>
export type SignedInResponse = z.infer<typeof signedInResponse>
export type FactorsResponse = z.infer<typeof factorsResponse>
export type SessionListResponse = z.infer<typeof sessionListResponse>
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>
export type TotpResponse = z.infer<typeof totpResponse>
