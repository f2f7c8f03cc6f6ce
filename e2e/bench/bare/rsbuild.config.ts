import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { bareFolder, dist } from '../setup/folders'

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
  // served like the console, whose policy blocks scripts without a hash
  html: { title: 'Bare list', crossorigin: 'anonymous' },
  security: { sri: { enable: 'auto', algorithm: 'sha384' } },
})
