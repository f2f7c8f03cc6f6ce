import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@playwright/test'
import { type NginxSettings, writeConfiguration } from '../../delivery/src/nginx/configuration'
import { freePort } from '../../api/testing/cluster'
import { listenOn, startNginx, writeServers } from './nginx'
import { startStub, type Stub } from './stubs'

/** A site without builds; by default the environment is named staging. */
interface PlainSite {
  root: string
  /** The configuration that nginx reads. */
  folder: string
  /** Writes the files of `console-delivery nginx`. @returns its messages */
  configure: (over?: Partial<NginxSettings>, environment?: string) => Promise<string>
}

/** Served by nginx in front of stubs. */
export interface ServedSite extends PlainSite {
  ports: Record<'console' | 'releases' | 'api' | 'reports', number>
  api: [Stub, Stub]
  delivery: Stub
}

const SERVERS = ['console', 'releases', 'api', 'reports'] as const

export async function withSite(callback: (site: PlainSite) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'console-nginx-'))
  const folder = join(root, 'nginx')
  const configure: PlainSite['configure'] = async (over = {}, environment = 'staging') => {
    const name = `console-${environment}`
    const settings = {
      name,
      folder: join(folder, name),
      publicFolder: join(root, 'environments', environment, 'public'),
      siteFolder: root,
      webroot: join(root, 'webroot'),
      apiUpstreams: [],
      reportsUpstreams: [],
      delivery: undefined,
      brotli: false,
      ...over,
    }
    return (await writeConfiguration(settings, join(folder, `${name}.conf`))).join('\n')
  }
  try {
    await callback({ root, folder, configure })
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Runs nginx with the written configuration while `callback` runs. @param port one that it listens on */
export async function withNginx(
  program: string,
  folder: string,
  port: number,
  callback: () => Promise<void>,
): Promise<void> {
  const nginx = await startNginx(program, folder, port)
  try {
    await callback()
  } finally {
    await nginx.stop()
  }
}

export const withServedSite = (
  program: string,
  callback: (site: ServedSite) => Promise<void>,
): Promise<void> =>
  withSite(async (site) => {
    const started: Stub[] = []
    const stub = async () => {
      const one = await startStub(await freePort())
      started.push(one)
      return one
    }
    try {
      const [first, second, delivery] = [await stub(), await stub(), await stub()]
      const ports = { console: 0, releases: 0, api: 0, reports: 0 }
      for (const server of SERVERS) ports[server] = await freePort()
      const listen = Object.fromEntries(
        SERVERS.map((server) => [server, listenOn(ports[server], 'reuseport')]),
      )
      writeServers(site.folder, 'console-staging', listen)
      await site.configure({
        apiUpstreams: [first, second].map(addressOf),
        reportsUpstreams: [addressOf(second)],
        delivery: addressOf(delivery),
      })
      await withNginx(program, site.folder, ports.console, () =>
        callback({ ...site, ports, api: [first, second], delivery }),
      )
    } finally {
      for (const one of started) await one.kill()
    }
  })

const addressOf = ({ port }: { port: number }): string => `127.0.0.1:${port}`

export function writeFileIn(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Edits an existing file, as an operator does. */
export function edit(file: string, ...changes: [from: RegExp, to: string][]): void {
  const text = changes.reduce((edited, [from, to]) => edited.replaceAll(from, to), readFileSync(file, 'utf8'))
  writeFileSync(file, text)
}

/** Makes a function that declares tests with a served site. */
export const testsServed =
  (program: string) =>
  (title: string, callback: (served: ServedSite) => Promise<void>, details = {}): void =>
    test(title, details, () => withServedSite(program, callback))

/** nginx takes a moment to notice closed connections: a request sent on one of them is lost. */
export async function killed(stub: Stub): Promise<void> {
  await stub.kill()
  await pause(200)
}
