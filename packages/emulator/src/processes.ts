import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Longer than the API waits for its open requests. */
const PATIENCE_MS = 12_000
const isWindows = process.platform === 'win32'

/** Ends the child when this process ends, for whatever reason. */
const preload = new URL('../endWithParent.mjs', import.meta.url).href

export interface Child {
  process: ChildProcess
  stop: () => Promise<void>
}

/** @throws Error with its output, where it ends before it is ready */
export async function startApi(main: string, env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, ['--import', preload, main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said.push(line)
    console.error(`[api] ${line}`)
  })
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (/^console-api ready /.test(line)) resolve()
      else if (/^console-api (preparing|demo data)/.test(line)) console.log(line.replace(/^console-/, ''))
    })
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(said.length > 0 ? 'The API did not start.' : 'The API ended before it was ready.')
  })
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return { process: child, stop: () => stop(child, () => child.kill()) }
}

export function startCommand(command: string, env: Record<string, string>): Child {
  const child = spawn(command, {
    env: { ...process.env, ...env },
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    // own process group, so that everything the shell starts ends with it
    detached: !isWindows,
  })
  const send = () => (isWindows ? child.kill() : process.kill(-child.pid!, 'SIGTERM'))
  return { process: child, stop: () => stop(child, send) }
}

async function stop(child: ChildProcess, send: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  send()
  const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(insist)
}
