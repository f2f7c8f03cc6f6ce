import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { endGroup, ownGroup } from './processGroup'

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
    detached: ownGroup,
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
  const exited = once(child, 'exit')
  const early = exited.then(() => {
    throw new Error(said.length > 0 ? 'The API did not start.' : 'The API ended before it was ready.')
  })
  await Promise.race([ready, early])
  early.catch(() => undefined)
  return { process: child, stop: () => endGroup(child, exited) }
}

export function startCommand(command: string, env: Record<string, string>): Child {
  const child = spawn(command, {
    env: { ...process.env, ...env },
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: ownGroup,
  })
  const exited = once(child, 'exit')
  exited.catch(() => undefined)
  return { process: child, stop: () => endGroup(child, exited) }
}
