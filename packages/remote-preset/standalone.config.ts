import { basename, join } from 'node:path'
import { rspack, type RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { keepListWorkerWhole } from './src/host'
import { basePort, localAddress, ports, standalonePort } from '@console/shared-kernel/ports'
import { modulesOf, type RemoteDefinition } from '@console/shared-kernel/remote'

const start = (root: string, definition: RemoteDefinition, connection: object): string => {
  const modules = modulesOf(definition)
  const file = (path: string) => JSON.stringify(join(root, path))
  return `
    import { startAlone } from '@console/shared-kernel/standalone'
    import { remote } from ${file('remote')}
    ${modules.map((module, index) => `import module${index} from ${file(module.file)}`).join('\n')}
    const modules = { ${modules.map(({ module }, index) => `'${module}': module${index}`).join(', ')} }
    startAlone(remote, modules, ${JSON.stringify(connection)})`
}

/**
 * The Rsbuild configuration for a remote that its developers run as a standalone application. It uses the
 * servers of the console at `PORT`, unless `API_URL` and `EXTERNAL_REPORTS_URL` are set.
 */
export default async function standalone(): Promise<RsbuildConfig> {
  const root = process.cwd()
  const { remote } = (await import(join(root, 'remote.ts'))) as { remote: RemoteDefinition }
  const base = basePort(process.env)
  const { api, external } = ports(base)
  const { API_URL, EXTERNAL_REPORTS_URL, CONSOLE_PORT } = process.env
  // virtual, in a folder that the dev server does not watch
  const entry = join(root, 'node_modules/standalone.js')
  const connection = {
    apiUrl: API_URL || localAddress(api),
    externalReportsUrl: EXTERNAL_REPORTS_URL || localAddress(external),
    timeZone: 'Europe/Madrid',
  }
  return {
    root,
    plugins: [pluginReact()],
    source: {
      entry: { index: entry },
    },
    html: { title: basename(root), mountId: 'root' },
    output: { distPath: { root: 'dist-standalone' } },
    tools: {
      rspack: (config, { appendPlugins }) => {
        keepListWorkerWhole(config)
        appendPlugins(
          new rspack.experiments.VirtualModulesPlugin({ [entry]: start(root, remote, connection) }),
        )
      },
    },
    server: {
      host: 'localhost',
      port: Number(CONSOLE_PORT) || standalonePort(remote.name, base),
      strictPort: true,
    },
  }
}
