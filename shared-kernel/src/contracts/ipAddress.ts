/** The eight groups of an IPv6 address, or null. */
function groupsOf(text: string): number[] | null {
  if (!text.includes(':') || !/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return null
  const [before = '', after] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const groups = (part = ''): number[] =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))
  const [head, tail] = [groups(before), groups(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** The IPv4 address within an IPv4-mapped IPv6 address, or null. */
function mappedIpv4([a, b, c, d, e, f, high = 0, low = 0]: readonly number[]): string | null {
  if ([a, b, c, d, e].some((group) => group !== 0) || f !== 0xffff) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function addressOf(text: string): string | null {
  if (IPV4.test(text)) return text
  const groups = groupsOf(text)
  return groups && (mappedIpv4(groups) ?? new URL(`http://[${text}]`).hostname.slice(1, -1))
}

/** A hop of X-Forwarded-For: `ip`, `ip:port` or `[v6]:port`. */
function hopAddress(hop: string): string | null {
  const [, v6, v4] = /^\[(.*:.*)\]:\d{1,5}$|^([\d.]+):\d{1,5}$/.exec(hop) ?? []
  return addressOf(v6 ?? v4 ?? hop)
}

interface ForwardedRequest {
  readonly raw: {
    readonly headers: Record<string, string | string[] | undefined>
    readonly socket: { readonly remoteAddress?: string | undefined }
  }
  /** The addresses from the connection to the client, as far as the proxies are trusted. */
  readonly ips?: readonly string[] | undefined
}

/**
 * Keeps only addresses in X-Forwarded-For. The last hop that is not an address, and all before it, are
 * replaced by the address of the connection.
 * @returns whether that hop would have been the client's address
 */
function keepAddresses(request: ForwardedRequest): boolean {
  const { headers, socket } = request.raw
  const header = headers['x-forwarded-for']
  if (header === undefined || socket.remoteAddress === undefined) return false
  const addresses: string[] = []
  let isBroken = false
  for (const hop of String(header).split(',').reverse()) {
    const address = hopAddress(hop.trim())
    isBroken = address === null
    addresses.unshift(address ?? socket.remoteAddress)
    if (isBroken) break
  }
  headers['x-forwarded-for'] = addresses.join(', ')
  return isBroken && request.ips?.length === addresses.length + 1
}

const LOG_INTERVAL_MS = 60_000

/**
 * Runs for each request, before the server reads the client's address: a hop of X-Forwarded-For that is not
 * an address is replaced by the connection's.
 * @param log called at most once a minute
 */
export function forwardedForGuard<Request extends ForwardedRequest>(
  count: () => void,
  log: (request: Request) => void,
): (request: Request) => void {
  let mayLogAt = 0
  return (request) => {
    if (!keepAddresses(request)) return
    count()
    const now = performance.now()
    if (now < mayLogAt) return
    mayLogAt = now + LOG_INTERVAL_MS
    log(request)
  }
}

/** An IPv4 address, or the network of an IPv6 address: a customer may use many addresses of one /64. */
export function networkOf(ip: string, bits: 64 | 56 | 48 = 64): string {
  const groups = groupsOf(ip.replace(/%.*/, ''))
  if (!groups) return ip
  const ipv4 = mappedIpv4(groups)
  if (ipv4 !== null) return ipv4
  const kept = groups.slice(0, Math.ceil(bits / 16))
  if (bits === 56) kept[3] = (kept[3] ?? 0) & 0xff00
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}
