import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/** The program, or undefined where none is installed. */
export const nginxProgram = PLACES.find((path) => existsSync(path))

export interface Nginx {
  reload: () => void
  stop: () => Promise<void>
}

/**
 * Starts nginx as an ordinary user's process, with everything it writes in one folder.
 * @param configuration server blocks; may be written anew before a reload
 * @param port one that it listens on
 */
export async function startNginx(
  program: string,
  folder: string,
  configuration: string,
  port: number,
): Promise<Nginx> {
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const main = join(folder, 'nginx.conf')
  const included = join(folder, 'console.conf')
  writeFileSync(included, configuration)
  writeFileSync(main, mainConfiguration(folder, included))
  const args = ['-p', folder, '-c', main]
  execFileSync(program, [...args, '-t'], { stdio: 'pipe' })
  const child = spawn(program, [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  // a test that takes too long never comes to its end, and would leave the port taken to the next one
  process.once('exit', () => child.kill('SIGTERM'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await answers(port)
  return {
    reload: () => child.kill('SIGHUP'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Where root starts it, its workers would be somebody who may not read a test's folder. */
const asRoot = process.getuid?.() === 0 ? 'user root;' : ''

const mainConfiguration = (folder: string, included: string): string => `
${asRoot}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 256; }
http {
    types { text/html html; application/javascript js; text/css css; application/json json; font/woff2 woff2; }
    access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${join(folder, 'temp', name)};`).join('\n')}
    include ${included};
}
`

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) return
    await pause(50)
  }
  throw new Error(`nginx does not answer on port ${port}.`)
}
