/** `from './x'`, `import('./x')`, `import './x'` and `new URL('./x', import.meta.url)`. */
const RELATIVE = /(\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"]*)\2/g

/**
 * Adds endings to relative imports, which Node and strict bundlers need; workers are named by their source.
 * @param exists whether there is such a compiled file, by its path from this one
 */
export const withEndings = (code: string, exists: (path: string) => boolean): string =>
  code.replace(RELATIVE, (whole: string, before: string, quote: string, path: string) => {
    const found = [path, `${path}.js`, path.replace(/\.tsx?$/, '.js')].find(
      (each) => each.endsWith('.js') && exists(each),
    )
    return found ? `${before}${quote}${found}${quote}` : whole
  })
