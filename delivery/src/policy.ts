import { policyOrigins } from '@console/shared-kernel/remote'

/**
 * What a console is served with. The policy of an environment's origins travels in the page, as a meta
 * element; the response headers say what such an element cannot, and are the same for all environments.
 */

/** The hash of nothing: emotion inserts its rules into an empty `<style>`. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export interface PolicyOptions {
  /** Origins of dev servers whose sockets the page may open, e.g. `ws://localhost:4101`. */
  sockets?: string[]
}

/**
 * The policy of a page as a meta element holds it: without `frame-ancestors`, which browsers ignore there.
 * @param environment the document as parsed: what cannot be read in it adds no origin, so that a faulty
 *   record still leaves a page that can say so.
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
    // browsers take no report-uri from a meta element
    'report-to': ['console'],
  })
}

/** A developer's server reports a change to the page by a socket, which its `http` origin does not allow. */
const socketOf = (origin: string) => origin.replace(/^http/, 'ws')

const NO_FRAMES = "frame-ancestors 'none'"

/** With a script of the console's own origin. Browsers apply it to workers alone, which load nothing. */
export const SCRIPT_POLICY = "default-src 'none'"

export const isScript = (path: string): boolean => path.endsWith('.js')

/** The whole policy as one response header, where the page is served as it was built. */
export const contentSecurityPolicy = (environment: unknown, options: PolicyOptions = {}): string =>
  `${pagePolicy(environment, options)}; ${NO_FRAMES}`

/**
 * The `Integrity-Policy` of the host's pages: a script without a hash does not run, however it
 * came into the page. Browsers do not know style sheets here yet, and complain if they are named.
 * @returns null for development, whose files change under the page and have no hashes
 */
export const integrityPolicy = (environment: unknown): string | null =>
  asRecord(environment).name === 'development' ? null : 'blocked-destinations=(script)'

/** Headers of every answer of a static server, next to its policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Where browsers report what they refused, on the console's own origin. */
const REPORTS = '/events/reports'

/** Headers of the console's own origin, the same for each environment. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  // with report-to next to it Chromium 156 sends nothing for frames, over http or https
  'Content-Security-Policy': `${NO_FRAMES}; report-uri ${REPORTS}`,
  'Integrity-Policy': 'blocked-destinations=(script), endpoints=(console)',
  'Reporting-Endpoints': `console="${REPORTS}"`,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * For answers over TLS: browsers use no plain http for this host within a year. Other hosts of the operator's
 * domain are not included.
 */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000'

/** Further headers of a remote's answers: any console may load its files, and none of them is a page. */
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

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
