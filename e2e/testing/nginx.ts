import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { findProgram } from '../../scripts/testing/findPrograms.mjs'
import { waitUntilAnswered } from '../../scripts/lib/ports'
import { start } from '../../packages/emulator/src/processes'

/** Null if nginx is not installed. */
export const nginxProgram = findProgram('nginx')

const TIMEOUT_MS = 10_000

interface Nginx {
  reload: () => void
  stop: () => Promise<void>
}

/**
 * Starts nginx as an ordinary user's process, with everything it writes in one folder.
 * @param folder its `*.conf` files define the servers
 * @param port a port that nginx listens on
 */
export async function startNginx(program: string, folder: string, port: number): Promise<Nginx> {
  const own = join(folder, 'nginx')
  mkdirSync(join(own, 'temp'), { recursive: true })
  const main = join(own, 'main')
  writeFileSync(main, mainConfiguration(own, join(folder, '*.conf')))
  const args = ['-p', own, '-c', main, '-e', join(own, 'error.log')]
  execFileSync(program, [...args, '-t'], { stdio: 'pipe' })
  const running = start(program, [...args, '-g', 'daemon off;'])
  await waitUntilAnswered(localAddress(port), AbortSignal.timeout(TIMEOUT_MS))
  return { reload: () => running.process.kill('SIGHUP'), stop: () => running.stop() }
}

/** Writes the example as an operator would edit it: one environment's servers, by port and without TLS. */
export function writeServers(folder: string, name: string, listen: Record<string, string>): void {
  const include = (file: string) => `include ${join(folder, name, `${file}.conf`)};`
  const servers = Object.entries(listen).map(([server, lines]) => `server { ${lines} ${include(server)} }`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.conf`), [include('http'), ...servers, ''].join('\n'))
}

/** @param more further parameters, such as `reuseport`, which gives connections to both workers */
export const listenOn = (port: number, more = ''): string => `listen 127.0.0.1:${port} ${more};`

/** Started by root, nginx would run its workers as a user who may not read a test's folder. */
const asRoot = process.getuid?.() === 0 ? 'user root;' : ''

/** Two workers, because a failure seen by one must be known to the other. */
const mainConfiguration = (folder: string, servers: string): string => `
${asRoot}
worker_processes 2;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 256; }
http {
    types { text/html html; application/javascript js; text/css css; application/json json; font/woff2 woff2; }
    access_log ${join(folder, 'access.log')};
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${join(folder, 'temp', name)};`).join('\n')}
    include ${servers};
}
`
