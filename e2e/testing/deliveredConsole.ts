import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hostBuildOf, type HostRecord } from '@console/delivery/hostRecord'
import { pageWith } from '@console/delivery/page'
import { serveHost } from '@console/delivery/serve'
import type { Environment, HostBuild } from '@console/shared-kernel/remote'
import { ownConsolePort } from './addresses'
import { environmentDocument } from './environment'
import { runFolder } from './folders'
import { misbehaving, type MisbehavingServer } from './misbehaving'

/** A console as `console-delivery` writes it: a page that holds the environment, and files of several host builds. */
export interface DeliveredConsole {
  url: string
  /** The server in front of its files. */
  server: MisbehavingServer
  /** Adds the files of a built host. */
  add: (dist: string) => HostBuild
  /** Adds a build written by hand. */
  handmade: (build: string, code: string) => HostBuild
  /** Writes the page of the built host, and the document next to it. */
  write: (dist: string, document: Partial<Environment>) => void
  close: () => Promise<void>
}

export async function startDelivered(worker: number): Promise<DeliveredConsole> {
  const folder = mkdtempSync(join(runFolder, 'delivered-'))
  const environmentFile = join(folder, 'environment.json')
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('environment.json', '{}')
  const serving = await serveHost({ root: folder, environmentFile, port: 0 })
  const server = await misbehaving(serving.url, ownConsolePort(worker))
  return {
    url: server.url,
    server,
    add: (dist) => {
      cpSync(join(dist, 'static'), join(folder, 'static'), { recursive: true })
      return hostBuildOf(recordOf(dist))
    },
    handmade: (build, code) => {
      const path = `/static/js/${build}.js`
      put(path, code)
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`
      return { version: '0.1.0', build, files: [{ path, integrity }] }
    },
    write: (dist, over) => {
      const environment = { ...environmentDocument(), revision: 1, ...over }
      put('environment.json', JSON.stringify(environment))
      put('index.html', pageWith(readFileSync(join(dist, 'index.html'), 'utf8'), recordOf(dist), environment))
    },
    close: async () => void (await Promise.all([server.close(), serving.close()])),
  }
}

const recordOf = (dist: string): HostRecord =>
  JSON.parse(readFileSync(join(dist, 'host.json'), 'utf8')) as HostRecord

/** The code of a host that starts and shows this text. */
export const showing = (text: string): string => `{
  const draw = () => {
    document.getElementById('root').textContent = ${JSON.stringify(text)}
    consolePage.started()
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', draw)
  else draw()
}`
