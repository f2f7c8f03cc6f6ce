import { defineConfig, rspack, type RsbuildConfig, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { containerName, type RemoteDefinition } from '@console/shared-kernel/remote'
import { NO_BUILD_YET } from '@console/shared-kernel/build'
import { FreshChunksPlugin } from './freshChunks'
import { rangeOf, reactRange, SHARED_ENTRIES, SHARED_LIBRARIES } from './kernelFacts'
import { releaseFacts } from './releaseFacts'
import { chunkName, releaseRecord } from './releaseRecord'

const CHUNK_TIMEOUT_MS = 120_000

/** Taken from the host at run time and never bundled: `import: false` leaves no copy to fall back to. */
const fromHost = (requiredVersion: string | false) => ({
  singleton: true,
  import: false as const,
  requiredVersion,
})

const shared = {
  react: fromHost(reactRange),
  'react-dom': fromHost(reactRange),
  'react/jsx-runtime': fromHost(reactRange),
  ...Object.fromEntries(SHARED_LIBRARIES.map((name) => [name, fromHost(rangeOf(name))])),
  // each path is a share of its own: `@mui/material/Checkbox`
  '@mui/material/': fromHost(rangeOf('@mui/material')),
  // of any version: the host has compared the record's range, and serves this major with the next one too
  ...Object.fromEntries(SHARED_ENTRIES.map((entry) => [`@console/shared-kernel/${entry}`, fromHost(false)])),
}

/** What several screens or dialogs of a remote use is a file of its own, which a page loads once. */
const sharedOnce: Rspack.OptimizationSplitChunksOptions = {
  chunks: 'async',
  minSize: 2_000,
  cacheGroups: { default: false, defaultVendors: false, shared: { minChunks: 2, reuseExistingChunk: true } },
}

/**
 * The build of a remote: a container that the host loads by its release record, and nothing that the
 * host already has.
 *
 * @param root the remote's folder, with `package.json` and `src`
 */
export function remotePreset(root: string, remote: RemoteDefinition): RsbuildConfig {
  const development = process.env.NODE_ENV === 'development'
  const container = containerName({ name: remote.name, build: development ? 'development' : NO_BUILD_YET })

  return defineConfig({
    root,
    plugins: [
      // a development build of JSX runs with a development build of React alone, and the host's may be another
      pluginReact({ swcReactOptions: { development: false } }),
      releaseRecord(root, remote, releaseFacts(root)),
    ],
    // for `ownKey`, which is bundled
    source: { define: { CONSOLE_RELEASE: JSON.stringify(container) } },
    output: {
      assetPrefix: 'auto',
      // licence texts stand in the lock file's packages; they are no code of the release
      legalComments: 'none',
    },
    server: {
      host: 'localhost',
      strictPort: true,
      cors: { origin: '*' },
      port: Number(process.env.CONSOLE_PORT) || undefined,
    },
    dev: {
      assetPrefix: 'auto',
      // a remote's module cannot be swapped inside a running host: the page is reloaded
      hmr: false,
      // a page that checks hashes runs only what the record named when the page was loaded
      lazyCompilation: false,
      // the page is the host's: its socket for reloads is this server's, and its policy takes no overlay
      client: { protocol: 'ws', host: 'localhost', port: process.env.CONSOLE_PORT, overlay: false },
    },
    security: { sri: { enable: true, algorithm: 'sha384' } },
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.entry = {}
        config.output = {
          ...config.output,
          // two builds of one remote in a page must not see each other's chunks
          uniqueName: container,
          chunkLoadingGlobal: `chunks_${container}`,
          chunkLoadTimeout: CHUNK_TIMEOUT_MS,
          crossOriginLoading: 'anonymous',
        }
        config.optimization = { ...config.optimization, splitChunks: sharedOnce, runtimeChunk: false }
        config.plugins?.push(
          new FreshChunksPlugin(),
          new rspack.container.ModuleFederationPluginV1({
            name: container,
            library: { type: 'window', name: container },
            filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
            exposes: Object.fromEntries(
              remote.screens.map((screen) => [
                screen.module,
                { import: `./${screen.file}`, name: chunkName(screen.module) },
              ]),
            ),
            shared,
          }),
        )
      },
    },
  })
}
