/**
 * The response headers a console is served with. They depend on the environment's origins alone, so
 * that a new release on a known origin needs no change of the web server.
 */

/** The hash of nothing: emotion inserts its rules into an empty `<style>`. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export interface PolicyOptions {
  /** Origins of dev servers whose sockets the page may open, e.g. `ws://localhost:4101`. */
  sockets?: string[]
}

/**
 * The `Content-Security-Policy` of the host's pages.
 * @param environment the document as parsed: what cannot be read in it adds no origin, so that a faulty
 *   record still leaves a page that can say so.
 */
export function contentSecurityPolicy(environment: unknown, options: PolicyOptions = {}): string {
  const document = asRecord(environment)
  const remotes = remoteOrigins(document)
  const code = [...remotes, ...origins(asArray(document.overrides))]
  const servers = origins([document.apiUrl, document.externalReportsUrl, document.telemetryUrl])
  return directives({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...code],
    'style-src': ["'self'", ...remotes, EMPTY_STYLE],
    'img-src': ["'self'", 'data:', ...remotes],
    'font-src': ["'self'", ...remotes],
    'connect-src': ["'self'", ...servers, ...code, ...(options.sockets ?? [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
}

/**
 * The `Integrity-Policy` of the host's pages: a script that nobody has given a hash does not run, whoever
 * put it into the page. Browsers do not know style sheets here yet, and complain of being told of them.
 * @returns null for development, whose files change under the page and have no hashes
 */
export const integrityPolicy = (environment: unknown): string | null =>
  asRecord(environment).name === 'development' ? null : 'blocked-destinations=(script)'

/** Headers of every answer of a static server, beside its policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Further headers of a remote's answers: any console may load its files, and none of them is a page. */
export const REMOTE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

function remoteOrigins(document: Record<string, unknown>): string[] {
  const deployments = Object.values(asRecord(document.remotes)).map(asRecord)
  const addresses = deployments.flatMap((remote) => [
    remote.baseUrl,
    asRecord(remote.previous).baseUrl,
    asRecord(remote.canary).baseUrl,
  ])
  return origins(addresses)
}

/** Only plain web origins: a host name may hold `;` or `,`, which would end a directive or a policy. */
function origins(addresses: unknown[]): string[] {
  return addresses.flatMap((address) => {
    if (typeof address !== 'string' || !URL.canParse(address)) return []
    const { origin } = new URL(address)
    return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? [origin] : []
  })
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

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
