import { isIPv6 } from 'node:net'

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 address, of which one customer draws as
 * many addresses as they like.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  // this form has no dotted part, and is compressed in one way
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
