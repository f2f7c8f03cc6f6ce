import { jwtDecode, type JwtPayload } from 'jwt-decode'

interface DecodedToken {
  header: object
  claims: JwtPayload
}

/** The two readable parts of a JWT, or null if the text is not a JWT. The signature is not checked. */
export function decodeToken(token: string): DecodedToken | null {
  if (token.trim().split('.').length !== 3) return null
  try {
    const header = jwtDecode<object>(token.trim(), { header: true })
    const claims = jwtDecode(token.trim())
    return isObject(header) && isObject(claims) ? { header, claims } : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The remaining time, such as '11 h 59 min 03 s', or null once expired. `exp` is in seconds since the epoch, `now` in
 * milliseconds.
 */
export function timeLeft(exp: number, now: number): string | null {
  const seconds = Math.floor(exp - now / 1000)
  if (seconds <= 0) return null
  const two = (part: number) => String(part).padStart(2, '0')
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} s`
}
