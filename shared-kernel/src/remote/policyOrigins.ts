/** The origins that the policy of a console's page is made of, next to its own. */
export interface PolicyOrigins {
  /** Where remotes come from: their scripts, styles, images and fonts. */
  remotes: string[]
  /** Where developers' releases may come from. */
  overrides: string[]
  /** Servers that the page calls. */
  servers: string[]
}

/**
 * @param environment the document as it was parsed: what cannot be read in it adds no origin, so that a faulty
 *   record still leaves a page that can say so
 */
export function policyOrigins(environment: unknown): PolicyOrigins {
  const document = asRecord(environment)
  const deployments = Object.values(asRecord(document.remotes)).map(asRecord)
  return {
    remotes: origins(
      deployments.flatMap((remote) => [
        remote.baseUrl,
        asRecord(remote.previous).baseUrl,
        asRecord(remote.canary).baseUrl,
      ]),
    ),
    // consoles refuse a document that has overrides without it: the page that says so lets none of them in
    overrides: document.developer === true ? origins(asArray(document.overrides)) : [],
    servers: origins([document.apiUrl, document.externalReportsUrl, document.telemetryUrl]),
  }
}

/** Only plain web origins: a host name may hold `;` or `,`, which would end a directive or a policy. */
function origins(addresses: unknown[]): string[] {
  return addresses.flatMap((address) => {
    if (typeof address !== 'string' || !URL.canParse(address)) return []
    const { origin } = new URL(address)
    return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? [origin] : []
  })
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
