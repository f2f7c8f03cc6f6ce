import { fileURLToPath } from 'node:url'
import { startNode } from '../../packages/emulator/src/processes'

const PROGRAM = fileURLToPath(new URL('stubProcess.mjs', import.meta.url))

/** A service process that can be paused and killed. */
export interface Stub {
  port: number
  /** The requests that it has carried out, such as `PUT /api/x`. */
  done: () => string[]
  /**
   * `SIGSTOP` leaves its port open: the system keeps accepting connections for it. After `SIGUSR2` it answers
   * 503, like a process that is stopping.
   */
  signal: (name: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2') => void
  /** Resolves when its connections are gone. */
  kill: () => Promise<void>
}

/** What a stub answers. */
export interface StubAnswer {
  port: number
  method: string
  url: string
  headers: Record<string, string>
  bytes: number
}

export async function startStub(port: number): Promise<Stub> {
  const lines: string[] = []
  const stub = startNode([PROGRAM, String(port)], {
    readyLine: /^ready$/,
    onLine: (line) => lines.push(line),
  })
  await stub.ready
  return {
    port,
    done: () => lines.slice(1),
    signal: (name) => void stub.process.kill(name),
    kill: () => stub.stop('SIGKILL'),
  }
}
