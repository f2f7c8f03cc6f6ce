import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 of an IPv6 address: one customer can use any address of a /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
