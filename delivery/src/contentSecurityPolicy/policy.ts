import { policyOrigins } from '@console/shared-kernel/remote'

// Origins of an environment are in the page's meta element, so that headers are the same for all environments.

/** The hash of an empty text: emotion inserts its rules into an empty `<style>`. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export interface PolicyOptions {
  sockets?: string[]
}

/**
 * The policy for a meta element: without `frame-ancestors`, which browsers ignore there.
 * @param environment the parsed document: unreadable parts of it add no origin, so that the page of a faulty
 * record can still load and report it
 */
export function pagePolicy(environment: unknown, options: PolicyOptions = {}): string {
  const { remotes, overrides, servers } = policyOrigins(environment)
  const code = [...remotes, ...overrides]
  return directives({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...code],
    'style-src': ["'self'", ...remotes, EMPTY_STYLE],
    'img-src': ["'self'", 'data:', ...remotes],
    'font-src': ["'self'", ...remotes],
    'connect-src': ["'self'", ...servers, ...code, ...overrides.map(socketOf), ...(options.sockets ?? [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    // browsers ignore report-uri in a meta element
    'report-to': ['console'],
  })
}

/** Dev servers announce changes over a socket, which their `http` origin does not allow. */
const socketOf = (origin: string) => origin.replace(/^http/, 'ws')

const NO_FRAMES = "frame-ancestors 'none'"

/** For scripts of the console's own origin. Browsers apply it only to workers, which load nothing. */
export const SCRIPT_POLICY = "default-src 'none'"

export const isScript = (path: string): boolean => path.endsWith('.js')

/** The whole policy in one header, for a page that is served as it was built. */
export const contentSecurityPolicy = (environment: unknown, options: PolicyOptions = {}): string =>
  `${pagePolicy(environment, options)}; ${NO_FRAMES}`

/**
 * Scripts without a hash are blocked. Browsers do not support style sheets here, and warn about them.
 * @returns null in development, where files change and have no hashes
 */
export const integrityPolicy = (environment: unknown): string | null =>
  (environment as { name?: unknown } | null | undefined)?.name === 'development'
    ? null
    : 'blocked-destinations=(script)'

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const REPORTS = '/events/reports'

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  // report-uri only: with report-to as well, Chromium 156 reports no frames
  'Content-Security-Policy': `${NO_FRAMES}; report-uri ${REPORTS}`,
  'Integrity-Policy': 'blocked-destinations=(script), endpoints=(console)',
  'Reporting-Endpoints': `console="${REPORTS}"`,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Over TLS only: one year, without `includeSubDomains`, as other hosts of the domain are not the console's. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000'

/** Any console may load a remote's files, and none of them is a page. */
export const REMOTE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

function directives(table: Record<string, string[]>): string {
  return Object.entries(table)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}
