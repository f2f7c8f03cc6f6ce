import { defineConfig, rspack, type RsbuildConfig, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { containerName, modulesOf, type RemoteDefinition } from '@console/shared-kernel/remote'
import { NO_BUILD_YET } from '@console/shared-kernel/build'
import { FreshChunksPlugin } from './freshChunks'
import { rangeOf, reactRange, SHARED_ENTRIES, SHARED_LIBRARIES } from './kernelFacts'
import { releaseFacts } from './releaseFacts'
import { chunkName, releaseRecord } from './releaseRecord'
import { thirdPartyLicenses } from './thirdPartyLicenses'

const CHUNK_TIMEOUT_MS = 120_000

/** There is no bundled fallback (`import: false`). */
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
  // each path is shared separately, e.g. `@mui/material/Checkbox`
  '@mui/material/': fromHost(rangeOf('@mui/material')),
  // any version: the host checks the record's range, and may serve this major along with the next
  ...Object.fromEntries(SHARED_ENTRIES.map((entry) => [`@console/shared-kernel/${entry}`, fromHost(false)])),
}

/** Code shared by several screens or dialogs goes into one file, which a page loads once. */
const sharedOnce: Rspack.OptimizationSplitChunksOptions = {
  chunks: 'async',
  minSize: 2_000,
  cacheGroups: { default: false, defaultVendors: false, shared: { minChunks: 2, reuseExistingChunk: true } },
}

/** @param root the remote's folder, with `package.json` and `src` */
export function remotePreset(root: string, remote: RemoteDefinition): RsbuildConfig {
  const development = process.env.NODE_ENV === 'development'
  const container = containerName({ name: remote.name, build: development ? 'development' : NO_BUILD_YET })

  return defineConfig({
    root,
    plugins: [
      // development JSX needs a development build of React, which the host's may not be
      pluginReact({ swcReactOptions: { development: false } }),
      releaseRecord(root, remote, releaseFacts(root)),
      thirdPartyLicenses(),
    ],
    // read by `ownKey` in the bundle
    source: { define: { CONSOLE_RELEASE: JSON.stringify(container) } },
    output: {
      assetPrefix: 'auto',
      // `thirdPartyLicenses` writes the full texts
      legalComments: 'none',
    },
    server: {
      host: 'localhost',
      strictPort: true,
      cors: { origin: '*' },
      port: Number(process.env.CONSOLE_PORT) || undefined,
      // the command that sets the port prints the console's address instead
      printUrls: !process.env.CONSOLE_PORT,
    },
    dev: {
      assetPrefix: 'auto',
      // modules cannot be replaced in a running host, so the page reloads
      hmr: false,
      // a page only runs files whose hashes were in the record when it was loaded
      lazyCompilation: false,
      // the page is the host's: the socket needs this server's address, and the host's CSP blocks the overlay
      client: { protocol: 'ws', host: 'localhost', port: process.env.CONSOLE_PORT, overlay: false },
    },
    security: { sri: { enable: true, algorithm: 'sha384' } },
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.entry = {}
        config.output = {
          ...config.output,
          // two builds of one remote on the same page must not share chunks
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
              modulesOf(remote).map(({ module, file }) => [
                module,
                { import: `./${file}`, name: chunkName(module) },
              ]),
            ),
            shared,
          }),
        )
      },
    },
  })
}
