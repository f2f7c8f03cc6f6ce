import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveHost, type Serving } from '@console/delivery/serve'
import { ownConsolePort } from './addresses'
import { environmentDocument, type OwnServers } from './environment'
import { hostDist, runFolder } from './folders'

/** A console of one test's own: the same build, told of other servers. */
export interface OwnConsole {
  url: string
  /** Puts another document in the place of `/environment.json`; text is written as it is. */
  write: (document: unknown) => void
  close: () => Promise<void>
}

export async function startOwnConsole(worker: number, servers: OwnServers): Promise<OwnConsole> {
  const port = ownConsolePort(worker)
  const environmentFile = join(runFolder, `environment-${port}.json`)
  const write = (document: unknown) =>
    writeFileSync(environmentFile, typeof document === 'string' ? document : JSON.stringify(document))
  write(environmentDocument(servers))
  const serving: Serving = await serveHost({ root: hostDist, environmentFile, port })
  return { url: serving.url, write, close: () => serving.close() }
}
