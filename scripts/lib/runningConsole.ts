import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Ports } from '@console/shared-kernel/ports'
import { CommandError } from '@console/shared-kernel/command'
import { paths } from './paths'
import { requireFreePorts } from './ports'

interface Note {
  pid: number
  /** The address at which the console is opened. */
  address: string
  data: string
  /** The process answers with `id` on this port. `pid` is not enough: another process may have it by now. */
  idPort: number
  id: string
}

const ANSWER_MS = 1_000

const noteOf = (port: number, folder: string): string => join(folder, `running-${port}.json`)

/** @throws CommandError naming the console of this folder that has the ports, or else every port in use */
export async function requireConsolePorts(all: Ports, command: string): Promise<void> {
  try {
    await requireFreePorts(all, command)
  } catch (error) {
    const running = await describeRunning(all.host)
    throw running === null ? error : new CommandError(running)
  }
}

/** The note is removed when this process ends. @param port the host's */
export async function noteRunning(
  port: number,
  { address, data }: Pick<Note, 'address' | 'data'>,
  folder = paths.state,
): Promise<void> {
  const id = randomUUID()
  const server = createServer((_, response) => response.setHeader('Connection', 'close').end(id))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const file = noteOf(port, folder)
  const note: Note = { pid: process.pid, address, data, idPort: (server.address() as AddressInfo).port, id }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(note))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Returns null if no console of this folder runs on that port. */
export async function describeRunning(port: number, folder = paths.state): Promise<string | null> {
  const note = await readRunning(noteOf(port, folder))
  return (
    note &&
    `This console is running already: ${note.address} (process ${note.pid}), on the data in ${note.data}.`
  )
}

/** @throws CommandError naming the console of this folder that uses the data */
export async function requireUnusedData(data: string, folder = paths.state): Promise<void> {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^running-\d+\.json$/.test(name))
    : []
  const notes = await Promise.all(files.map((name) => readRunning(join(folder, name))))
  const user = notes.find((note) => note?.data === data)
  if (!user || data.includes('://')) return
  throw new CommandError(
    `A console runs on the data in ${data} already: ${user.address} (process ${user.pid}). ` +
      'Another one needs a folder of its own: DATA_DIR=folder',
  )
}

async function readRunning(file: string): Promise<Note | null> {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Note
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`http://127.0.0.1:${note.idPort}`, { signal })
    return (await answer.text()) === note.id ? note : null
  } catch {
    return null
  }
}
