export interface PolicyOrigins {
  remotes: string[]
  overrides: string[]
  servers: string[]
}

/** Unreadable parts of `environment` add no origin and are reported by the page. */
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
    // consoles reject overrides without `developer`, so their policy must too
    overrides: document.developer === true ? origins(asArray(document.overrides)) : [],
    servers: origins([document.apiUrl, document.externalReportsUrl, document.telemetryUrl], anyHostForIpv6),
  }
}

/** Keeps plain web origins: `;` or `,` in a host name would end a directive or a policy. */
function origins(addresses: unknown[], sourceOf = ({ origin }: URL): string => origin): string[] {
  return addresses.flatMap((address) => {
    if (typeof address !== 'string' || !URL.canParse(address)) return []
    const source = sourceOf(new URL(address))
    return /^https?:\/\/(\*:\d+|[\w.-]+(:\d+)?)$/.test(source) ? [source] : []
  })
}

/**
 * Browsers reject an IPv6 address in a policy. Its scheme and port are the narrowest source that lets a page
 * reach it.
 */
function anyHostForIpv6({ origin, protocol, hostname, port }: URL): string {
  if (!hostname.startsWith('[')) return origin
  return `${protocol}//*:${port || (protocol === 'https:' ? 443 : 80)}`
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
