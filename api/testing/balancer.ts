import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer {
  url: string
  /**
   * Stops forwarding, like a network that a laptop left while asleep: no connection is reset.
   *
   * @returns a function that forwards new connections again; earlier ones stay silent, as if a router had
   * forgotten them
   */
  swallow(): () => void
  close(): void
}

/** One address in front of several servers: each connection goes to the next one. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let turn = 0
  let isSwallowing = false
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      if (!silent.has(from)) to.destroy()
    })
  }
  const silence = (socket: Socket): void => {
    silent.add(socket)
    socket.unpipe().pause()
  }
  const server = createServer((client) => {
    const { hostname, port } = new URL(urls[turn++ % urls.length] ?? '')
    const backend = connect(Number(port), hostname)
    join(client, backend)
    join(backend, client)
    if (isSwallowing) [client, backend].forEach(silence)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow: () => {
      isSwallowing = true
      sockets.forEach(silence)
      return () => (isSwallowing = false)
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
