import { basename } from 'node:path'
import { defineConfig, type RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { keepListWorkerWhole } from './listWorker'
import { basePort, localAddress, ports, remoteOfPackage, standalonePort } from '@console/shared-kernel/ports'

/**
 * A remote that runs alone, for its developers: its entry calls `startAlone`. It uses the servers of the
 * console at `PORT`, unless `API_URL` and `EXTERNAL_REPORTS_URL` are set.
 * @param root the remote's folder, whose name is the remote's
 */
export function standalonePreset(root: string): RsbuildConfig {
  const remote = remoteOfPackage(basename(root))
  if (!remote) throw new Error(`${root} is the folder of no remote.`)
  const base = basePort(process.env)
  const { api, external } = ports(base)
  const { API_URL, EXTERNAL_REPORTS_URL, CONSOLE_PORT } = process.env
  const connection = {
    apiUrl: API_URL || localAddress(api),
    externalReportsUrl: EXTERNAL_REPORTS_URL || localAddress(external),
    timeZone: 'Europe/Madrid',
  }
  return defineConfig({
    root,
    plugins: [pluginReact()],
    source: {
      entry: { index: './src/app/standalone.tsx' },
      define: { CONNECTION: JSON.stringify(connection) },
    },
    html: { title: basename(root), mountId: 'root' },
    output: { distPath: { root: 'dist-standalone' } },
    tools: { rspack: keepListWorkerWhole },
    server: {
      host: 'localhost',
      port: Number(CONSOLE_PORT) || standalonePort(remote, base),
      strictPort: true,
    },
  })
}
