import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { bareFolder, dist } from '../folders'

/** A bare windowed list, built as the console is. */
export default defineConfig({
  root: bareFolder,
  plugins: [pluginReact()],
  source: { entry: { index: './main.tsx' } },
  html: { title: 'Bare list' },
  output: { cleanDistPath: true, legalComments: 'none', distPath: { root: dist(bareFolder) } },
})
