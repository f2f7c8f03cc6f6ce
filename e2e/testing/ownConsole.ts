import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveHost } from '@console/delivery/serve'
import { ownConsolePort } from './addresses'
import { environmentDocument, type OwnServers } from './environment'
import { hostDist, runFolder } from './folders'
import { misbehaving, type MisbehavingServer } from './misbehaving'

/** A test's own console: the same build with other servers. */
export interface OwnConsole {
  url: string
  /** Replaces `/environment.json`; text is written as it is. */
  write: (document: unknown) => void
  /** The server in front of the console's own files. */
  host: MisbehavingServer
  close: () => Promise<void>
}

export async function startOwnConsole(worker: number, servers: OwnServers): Promise<OwnConsole> {
  const port = ownConsolePort(worker)
  const environmentFile = join(runFolder, `environment-${port}.json`)
  const write = (document: unknown) =>
    writeFileSync(environmentFile, typeof document === 'string' ? document : JSON.stringify(document))
  write(environmentDocument(servers))
  const serving = await serveHost({ root: hostDist, environmentFile, port: 0 })
  const host = await misbehaving(serving.url, port)
  const close = async () => void (await Promise.all([host.close(), serving.close()]))
  return { url: host.url, write, host, close }
}
