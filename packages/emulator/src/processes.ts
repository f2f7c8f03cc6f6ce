import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { groupOf, ownGroup, type Group } from './processGroup'

/** Ends the child when this process ends, for whatever reason. */
const preload = new URL('../endWithParent.mjs', import.meta.url).href

export interface Child extends Group {
  /** Resolves with its exit code; null if a signal ended it, or if it could not start. */
  ended: Promise<number | null>
}

function childOf(process: ChildProcess): Child {
  const ended = new Promise<number | null>((resolve) => {
    process.once('exit', resolve)
    process.once('error', (error) => {
      console.error(error.message)
      resolve(null)
    })
  })
  return { ended, ...groupOf(process, ended) }
}

/**
 * @param over ends it, also before it is ready
 * @throws Error where it ends before it is ready; its output is printed
 */
export async function startApi(main: string, env: Record<string, string>, over: AbortSignal): Promise<Child> {
  over.throwIfAborted()
  const spawned = spawn(process.execPath, ['--import', preload, main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: ownGroup,
  })
  const lines: string[] = []
  createInterface({ input: spawned.stderr! }).on('line', (line) => {
    lines.push(line)
    console.error(`[api] ${line}`)
  })
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: spawned.stdout! }).on('line', (line) => {
      if (/^console-api ready /.test(line)) resolve()
      else if (/^console-api (preparing|demo data)/.test(line)) console.log(line.replace(/^console-/, ''))
    })
  })
  const child = childOf(spawned)
  over.addEventListener('abort', () => void child.stop())
  const early = child.ended.then(() => {
    throw new Error(lines.length > 0 ? 'The API did not start.' : 'The API ended before it was ready.')
  })
  await Promise.race([ready, early])
  early.catch(() => undefined)
  return child
}

export const startCommand = (command: string, env: Record<string, string>): Child =>
  childOf(
    spawn(command, {
      env: { ...process.env, ...env },
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: ownGroup,
    }),
  )
