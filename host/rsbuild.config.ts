import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { defineConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { developmentEnvironment } from '@console/delivery/development'
import { ports } from '@console/shared-kernel/ports'
import { FreshChunksPlugin, keepListWorkerWhole, thirdPartyLicenses } from '@console/remote-preset/host'
import { firstPaint } from './build/firstPaint'
import { usedFonts } from './build/fonts'
import { hostRecord } from './build/hostRecord'

/** The addresses of the dev servers, derived from the host's own port. */
const servers = ports(Number(process.env.CONSOLE_PORT) || undefined)

/** Runs `build/shares.ts` before the first module is read. */
const shares: RsbuildPlugin = {
  name: 'console:shares',
  setup: (api) =>
    api.onBeforeCreateCompiler(() => {
      const script = join(import.meta.dirname, 'build/shares.ts')
      execFileSync(process.execPath, ['--import', 'tsx', script], {
        cwd: import.meta.dirname,
        stdio: 'inherit',
      })
    }),
}

/** An ordinary application: modules shared with remotes are in its share table, not its build config. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    pluginReact({ splitChunks: false }),
    shares,
    firstPaint(join(import.meta.dirname, 'src/app/firstPaint.ts')),
    usedFonts(join(import.meta.dirname, 'src/app/fonts.css')),
    hostRecord(import.meta.dirname),
    thirdPartyLicenses(),
  ],
  source: {
    entry: { index: './src/app/main.tsx' },
    define: {
      // parts of the federation runtime that handle its manifests and servers: neither used nor shipped
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      ENV_TARGET: '"web"',
    },
  },
  html: {
    title: 'Admin Console',
    meta: { viewport: 'width=device-width, initial-scale=1' },
    template: './index.html',
  },
  output: {
    // `thirdPartyLicenses` writes the full texts
    legalComments: 'none',
    assetPrefix: '/',
    // the policy allows no data: fonts, and an inlined file is loaded even if it is not needed
    dataUriLimit: 0,
  },
  tools: {
    rspack: (config) => {
      config.plugins?.push(new FreshChunksPlugin())
      keepListWorkerWhole(config)
    },
  },
  security: { sri: { enable: 'auto', algorithm: 'sha384' } },
  splitChunks: {
    cacheGroups: {
      // startup libraries are one file, which few releases change; the others are with what first needs them
      defaultVendors: { test: /[\\/]node_modules[\\/]/, chunks: ({ name }) => name === 'index' },
      default: { minChunks: 2, reuseExistingChunk: true },
    },
  },
  server: {
    host: 'localhost',
    port: servers.host,
    strictPort: true,
    // `npm run dev` sets the port and prints the address
    printUrls: !process.env.CONSOLE_PORT,
    setup: ({ action, server }) => {
      if (action === 'dev') server.middlewares.use(developmentEnvironment(servers))
    },
  },
})
