import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CommandError } from '@console/shared-kernel/command'

export interface Serving {
  /** For example `http://localhost:4101`, without a trailing slash. */
  url: string
  port: number
  /** Closes open connections immediately. */
  close(): Promise<void>
}

export class PortTaken extends CommandError {
  readonly port: number

  constructor(port: number, cause: NodeJS.ErrnoException) {
    const reason = cause.code === 'EACCES' ? 'is not open to this user' : 'is in use'
    super(`Port ${port} ${reason}.`, { cause })
    this.port = port
  }
}

/** Listens on both loopback addresses of `localhost`. Port 0 picks a free port. @throws PortTaken */
export async function serveOnLoopback(listener: RequestListener, port: number): Promise<Serving> {
  const first = await listen(listener, '127.0.0.1', port)
  const servers = [first.server]
  try {
    servers.push((await listen(listener, '::1', first.port)).server)
  } catch (error) {
    // if IPv6 is missing, or if the free port is in use there, only IPv4 is served
    if (error instanceof PortTaken && port !== 0) {
      await close(first.server)
      throw error
    }
  }
  return {
    url: `http://localhost:${first.port}`,
    port: first.port,
    close: async () => void (await Promise.all(servers.map(close))),
  }
}

function listen(listener: RequestListener, host: string, port: number) {
  return new Promise<{ server: Server; port: number }>((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      reject(taken ? new PortTaken(port, error) : error)
    })
    server.listen({ port, host, ipv6Only: host === '::1' }, () =>
      resolve({ server, port: (server.address() as AddressInfo).port }),
    )
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
