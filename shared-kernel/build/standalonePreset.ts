import { basename } from 'node:path'
import { defineConfig, type RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** Where the API of a console on this machine listens when nobody says otherwise. */
const LOCAL = { apiUrl: 'http://localhost:4200', externalReportsUrl: 'http://localhost:4300' }

/**
 * The build of a remote that runs alone, for its developers: an ordinary application whose entry calls
 * `startAlone`. The servers come from `API_URL` and `EXTERNAL_REPORTS_URL`.
 *
 * @param root the remote's folder
 * @param port where its dev server listens
 */
export function standalonePreset(root: string, port: number): RsbuildConfig {
  const { API_URL = LOCAL.apiUrl, EXTERNAL_REPORTS_URL = LOCAL.externalReportsUrl } = process.env
  const connection = { apiUrl: API_URL, externalReportsUrl: EXTERNAL_REPORTS_URL, timeZone: 'Europe/Madrid' }
  return defineConfig({
    root,
    plugins: [pluginReact()],
    source: {
      entry: { index: './src/app/standalone.tsx' },
      define: { CONNECTION: JSON.stringify(connection) },
    },
    html: { title: basename(root), mountId: 'root' },
    output: { distPath: { root: 'dist-standalone' } },
    server: { host: 'localhost', port: Number(process.env.CONSOLE_PORT) || port, strictPort: true },
  })
}
