import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack, type RsbuildPlugin } from '@rsbuild/core'

/**
 * Adds a small blocking script to the head. It is a separate hashed file, because the policy forbids inline
 * scripts.
 */
export function firstPaint(file: string): RsbuildPlugin {
  return {
    name: 'console:first-paint',
    setup(api) {
      const script = bundled(file).then((source) => ({
        source,
        path: `static/js/first-paint.${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`,
        integrity: `sha384-${createHash('sha384').update(source).digest('base64')}`,
      }))
      // a failure is reported where the script is used
      script.catch(() => {})
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        const { path, source } = await script
        // `minimized`, because the content must not change after it is hashed
        compilation.emitAsset(path, new sources.RawSource(source), { minimized: true })
      })
      api.modifyHTMLTags(async ({ headTags, bodyTags }) => {
        const { path, integrity } = await script
        return {
          // an integrity policy checks a script only if it is fetched with CORS
          headTags: [
            { tag: 'script', attrs: { src: `/${path}`, integrity, crossorigin: 'anonymous' } },
            ...headTags,
          ],
          bodyTags,
        }
      })
    },
  }
}

/** Builds a self-contained file: the script runs before all others and must not need another chunk. */
async function bundled(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-first-paint-'))
  const minimizerOptions = {
    compress: { passes: 3, unsafe: true },
    mangle: true,
    ecma: 2020,
  } as const
  const compiler = rspack({
    mode: 'production',
    context: import.meta.dirname,
    entry: { 'first-paint': file },
    output: { path: folder, filename: '[name].js' },
    target: ['web', 'es2020'],
    devtool: false,
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2020' } },
          type: 'javascript/auto',
        },
      ],
    },
    optimization: {
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions, extractComments: false })],
    },
  })
  try {
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        const failure = error ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : null)
        if (failure) reject(failure)
        else compiler.close((unclosed) => (unclosed ? reject(unclosed) : resolve()))
      }),
    )
    const source = await readFile(join(folder, 'first-paint.js'), 'utf8')
    // nothing in it depends on strict mode, and each blocking byte counts
    return source.replace('"use strict";', '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
