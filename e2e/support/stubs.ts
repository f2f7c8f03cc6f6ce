import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('stubProcess.mjs', import.meta.url))

/** A process of a service, which may be killed and stopped. */
export interface Stub {
  port: number
  /** The requests that it has carried out, such as `PUT /api/x`. */
  done: () => string[]
  /** `SIGSTOP` leaves its port open: the system goes on accepting connections for it. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
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
  const child = spawn(process.execPath, [PROGRAM, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child.stdout, 'data')
  return {
    port,
    done: () => output.split('\n').filter((line) => line !== '' && line !== 'ready'),
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
