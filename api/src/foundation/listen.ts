import type { FastifyInstance } from 'fastify'
import { CommandError } from '@console/shared-kernel/command'

const busy = (name: string, port: number): CommandError =>
  new CommandError(`Port ${port} (${name}) is in use by another program. Stop it, or set ${name}.`)

const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

export type Listening = Pick<FastifyInstance, 'listen' | 'server' | 'close'>

interface Where {
  /** The setting of the port, for messages. */
  name: string
  host: string
  port: number
}

/** @returns the address to reach it at. @throws CommandError when the port is taken */
export async function listen(app: Listening, { name, host, port }: Where): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (isBusy(error)) throw busy(name, port)
    throw new CommandError(`Cannot listen on ${host}: ${(error as Error).message}`)
  }
  const address = app.server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return `http://${reachable(host)}:${actual}`
}

/** A wildcard address cannot be connected to. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
