import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RsbuildPlugin } from '@rsbuild/core'
import { REMOTES } from '@console/shared-kernel/ports'
import { chunkName } from '@console/remote-preset/host'
import type { RemoteDefinition } from '@console/shared-kernel/remote'
import { hostFolder, remoteFolder } from '../setup/folders'

/** Host modules for federation and releases; one generated module replaces all of them. */
const COMPOSITION = join(hostFolder, 'src/features/composition')
const REPLACED = ['federation', 'sharedModules/shareTable', 'prefetch'].map((module) =>
  join(COMPOSITION, module),
)
const DIRECT = join(COMPOSITION, 'directScreens.bench.js')

/** Replaces the host's federation with lazy imports of the remotes' screens. */
export async function directScreens(): Promise<RsbuildPlugin> {
  // a module that was renamed would not be replaced, and the console would be measured against a part of itself
  const missing = REPLACED.find((module) => !existsSync(`${module}.ts`))
  if (missing) throw new Error(`There is no ${missing}.ts: see e2e/bench/spa/directScreens.ts.`)
  const remotes = await Promise.all(REMOTES.map(definitionOf))
  return {
    name: 'bench:direct-screens',
    setup(api) {
      api.modifyRspackConfig((config, { rspack, appendPlugins }) => {
        appendPlugins([
          new rspack.experiments.VirtualModulesPlugin({ [DIRECT]: directModule(remotes) }),
          new rspack.NormalModuleReplacementPlugin(/^\./, (resource) => {
            if (REPLACED.includes(join(resource.context, resource.request))) resource.request = DIRECT
          }),
        ])
        return config
      })
      api.onAfterBuild(({ stats }) => {
        const { modules = [] } = stats?.toJson({ all: false, modules: true, nestedModules: true }) ?? {}
        const names = modules.map(({ nameForCondition = '' }) => nameForCondition)
        if (!names.includes(DIRECT) || names.some((name) => name?.includes('@module-federation'))) {
          throw new Error('The SPA was built with federation: see e2e/bench/spa/directScreens.ts.')
        }
      })
    },
  }
}

async function definitionOf(name: string): Promise<{ folder: string; remote: RemoteDefinition }> {
  const folder = remoteFolder(name)
  const { remote } = (await import(pathToFileURL(join(folder, 'remote.ts')).href)) as {
    remote: RemoteDefinition
  }
  return { folder, remote }
}

export const routeChunk = (remote: string, module: string): string => `${remote}-${chunkName(module)}`

/** Generates those exports of the replaced modules that the host uses, and the table. */
function directModule(remotes: { folder: string; remote: RemoteDefinition }[]): string {
  const routes = remotes.flatMap(({ folder, remote }) =>
    remote.screens.map(({ module, file }) => {
      const [key, path] = [`${remote.name}/${module}`, join(folder, file)].map((text) => JSON.stringify(text))
      const chunk = routeChunk(remote.name, module)
      return `  [${key}]: () => import(/* webpackChunkName: "${chunk}" */ ${path}),`
    }),
  )
  return [
    "import { version as react } from 'react'",
    "import { version as kernel } from '@console/shared-kernel/package.json'",
    // the table belongs to the app shell, as in the host; otherwise chunks would be split differently
    "import * as table from '@console/shared-kernel/table'",
    'export const providedFor = async () => ({ kernel, react, table })',
    'export const isSharePending = () => false',
    'export const assertCompatible = async () => {}',
    'export const isCompatible = async () => true',
    'const routes = {',
    ...routes,
    '}',
    'export const createModuleLoader = () => ({',
    '  attemptAt: () => 0,',
    '  invalidate: () => {},',
    '  load: async ({ release }, module) =>',
    '    ({ exports: await routes[`${release.name}/${module}`](), entryAt: 0 }),',
    '})',
    'export const prefetch = async () => {}',
  ].join('\n')
}
