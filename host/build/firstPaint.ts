import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rspack, type RsbuildPlugin } from '@rsbuild/core'

/**
 * Puts a small script into the head that the page waits for. It is a file of its own, and hashed,
 * because the policy lets no script stand in the HTML.
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
        // the hash of the content must stay true, so nothing may touch it from here on
        compilation.emitAsset(path, new sources.RawSource(source), { minimized: true })
      })
      api.modifyHTMLTags(({ headTags, bodyTags }) => ({
        // an integrity policy counts the hash of a script only where it is asked for like one of another origin
        headTags: [
          { tag: 'script', attrs: { src: `/${path}`, integrity, crossorigin: 'anonymous' } },
          ...headTags.filter((tag) => !isStyle(tag)),
        ],
        // behind what the page shows until then: a style sheet in the head would hold that back
        bodyTags: [...bodyTags, ...headTags.filter(isStyle)],
      }))
    },
  }
}

const isStyle = ({ tag, attrs }: { tag: string; attrs?: Record<string, unknown> }) =>
  tag === 'link' && attrs?.rel === 'stylesheet'

/** Its comments and names are a quarter of what the page would wait for. */
function minified(source: string): string {
  const options = { compress: { passes: 2 }, mangle: true, ecma: 2019, module: false } as const
  return rspack.experiments.swc.minifySync(source, options).code
}
