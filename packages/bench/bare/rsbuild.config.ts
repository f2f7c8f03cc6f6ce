import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { bareFolder, dist } from '../folders'

/** A bare windowed list, built as the console is. */
export default defineConfig({
  root: bareFolder,
  plugins: [pluginReact()],
  source: { entry: { index: './main.tsx' } },
  output: {
    cleanDistPath: true,
    legalComments: 'none',
    crossOriginLoading: 'anonymous',
    distPath: { root: dist(bareFolder) },
  },
  // it is served as the console is, whose policy runs nothing without a hash
  html: { title: 'Bare list', crossorigin: 'anonymous' },
  security: { sri: { enable: 'auto', algorithm: 'sha384' } },
})
