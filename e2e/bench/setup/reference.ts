import type { RsbuildConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { dist } from './folders'

/** The build of a reference that has its own `main.tsx`. @param title of the page */
export const referenceBuild = (folder: string, title: string): RsbuildConfig => ({
  root: folder,
  plugins: [pluginReact()],
  source: { entry: { index: './main.tsx' } },
  output: {
    cleanDistPath: true,
    legalComments: 'none',
    distPath: { root: dist(folder) },
  },
  // served like the console, whose policy blocks scripts without a hash
  html: { title, crossorigin: 'anonymous' },
  security: { sri: { enable: 'auto', algorithm: 'sha384' } },
})
