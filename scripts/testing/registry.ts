import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/paths'
import { waitUntilAnswered } from '../lib/ports'
import { startNode } from '../../packages/emulator/src/processes'

const TIMEOUT_MS = 60_000

export interface Registry {
  url: string
  /** Environment variables for npm. */
  env: Record<string, string>
  close: () => Promise<void>
}

/**
 * Accepts the console's packages, and gets others from this machine's registry.
 * @param upstream the address of that registry
 */
export async function startRegistry(folder: string, port: number, upstream: string): Promise<Registry> {
  const file = join(folder, 'verdaccio.json')
  writeFileSync(
    file,
    JSON.stringify({
      storage: join(folder, 'storage'),
      auth: { htpasswd: { file: join(folder, 'htpasswd') } },
      uplinks: { upstream: { url: upstream, timeout: '60s', maxage: '60m' } },
      packages: {
        '@console/*': { access: '$all', publish: '$authenticated' },
        '**': { access: '$all', proxy: 'upstream' },
      },
      max_body_size: '100mb',
      log: { type: 'stdout', format: 'pretty', level: 'warn' },
    }),
  )
  execFileSync(process.execPath, [join(root, 'scripts/install.mjs'), 'scripts/tools'], { stdio: 'inherit' })
  const program = join(root, 'scripts/tools/node_modules/verdaccio/bin/verdaccio')
  const server = startNode([program, '--config', file, '--listen', `localhost:${port}`], { cwd: folder })
  const url = `http://localhost:${port}/`
  await waitUntilAnswered(`${url}-/ping`, AbortSignal.timeout(TIMEOUT_MS)).catch((error: Error) => {
    throw new Error(`${error.message}\n${server.tail()}`)
  })
  const created = await fetch(`${url}-/user/org.couchdb.user:console`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'console', password: 'console-of-a-test' }),
  })
  const { token } = (await created.json()) as { token: string }
  return {
    url,
    env: { npm_config_registry: url, [`npm_config_//localhost:${port}/:_authToken`]: token },
    close: () => server.stop(),
  }
}
