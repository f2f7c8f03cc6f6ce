import { isIPv6 } from 'node:net'

/** The address to count under: an IPv6 host has 2^64 addresses in its /64, which count as one. */
export function countedAddress(ip: string): string {
  const [plain = ''] = ip.split('%', 1)
  if (!isIPv6(plain)) return ip
  // `URL` writes IPv6 in one form: without a dotted part, and always compressed the same way
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - first!.length - last!.length
  const groups = [...first!, ...Array<string>(missing).fill('0'), ...last!]
  const isMappedIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMappedIPv4) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((two) => `${two >> 8}.${two & 255}`)
    .join('.')
}
