import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer {
  url: string
  close(): void
}

/** One address in front of several servers: each connection goes to the next one. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let turn = 0
  const sockets = new Set<Socket>()
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const { hostname, port } = new URL(urls[turn++ % urls.length] ?? '')
    const backend = connect(Number(port), hostname)
    join(client, backend)
    join(backend, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
