import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rspack, type RsbuildPlugin } from '@rsbuild/core'

/**
 * Adds a small blocking script to the head. It is a hashed file of its own, because the policy forbids inline
 * scripts.
 */
export function firstPaint(file: string): RsbuildPlugin {
  return {
    name: 'console:first-paint',
    setup(api) {
      const source = minified(readFileSync(file, 'utf8'))
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const path = `static/js/first-paint.${hash}.js`
      const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
        // `minimized`, because the content must not change after it is hashed
        compilation.emitAsset(path, new sources.RawSource(source), { minimized: true })
      })
      api.modifyHTMLTags(({ headTags, bodyTags }) => ({
        // an integrity policy checks a script only if it is fetched with CORS
        headTags: [
          { tag: 'script', attrs: { src: `/${path}`, integrity, crossorigin: 'anonymous' } },
          ...headTags.filter((tag) => !isStyle(tag)),
        ],
        // at the end of the body: a style sheet in the head would delay the first paint
        bodyTags: [...bodyTags, ...headTags.filter(isStyle)],
      }))
    },
  }
}

const isStyle = ({ tag, attrs }: { tag: string; attrs?: Record<string, unknown> }) =>
  tag === 'link' && attrs?.rel === 'stylesheet'

/** Minified, which saves a quarter of the blocking bytes. */
function minified(source: string): string {
  const options = { compress: { passes: 2 }, mangle: true, ecma: 2019, module: false } as const
  return rspack.experiments.swc.minifySync(source, options).code
}
