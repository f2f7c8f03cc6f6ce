import { BlockList, isIPv6, type Server, type Socket } from 'node:net'
import { networkOf } from '@console/shared-kernel/schemas'
import { Counts } from '../foundation/counts'
import type { Settings } from '../settings/settings'

/** Counts the connection's own address. Trusted proxies have no limit. */
export function limitConnectionsPerAddress(
  server: Server,
  { maxConnectionsPerAddress, trustProxy }: Settings,
): void {
  const isProxy = inNetworks(trustProxy)
  const counts = new Counts()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // already closed by the client
    if (remoteAddress === undefined) return void socket.destroy()
    if (isProxy(remoteAddress)) return
    const address = networkOf(remoteAddress)
    if (counts.of(address) >= maxConnectionsPerAddress) {
      socket.destroy()
      // as Node says it of `maxConnections`
      server.emit('drop')
      return
    }
    counts.add(address, 1)
    socket.once('close', () => counts.add(address, -1))
  })
}

/** @param networks such as 10.0.0.0/8, or addresses */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
