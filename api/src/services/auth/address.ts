import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address to count under: an IPv6 host has 2^64 addresses in its /64, which count as one. */
export function countedAddress(ip: string): string {
  if (!isIPv6(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
