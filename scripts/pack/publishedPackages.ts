export const PACKAGES = [
  'shared-kernel',
  'packages/remote-preset',
  'delivery',
  'packages/create-remote',
  'packages/emulator',
] as const

export type Targets = Record<string, string>

export interface Manifest {
  name: string
  version: string
  files?: string[]
  engines?: Targets
  exports?: Targets
  bin?: Targets
  dependencies?: Targets
  peerDependencies?: Targets
  devDependencies?: Targets
}

const EXACT = /^\d+\.\d+\.\d+$/

/** Exact versions of these manifests and of their dependencies. */
export function knownVersions(manifests: readonly Manifest[]): Targets {
  const asked = manifests.flatMap(({ name, version, dependencies, devDependencies }) =>
    Object.entries({ ...devDependencies, ...dependencies, ...(version && { [name]: version }) }),
  )
  return Object.fromEntries(asked.filter(([, version]) => EXACT.test(version)))
}

/**
 * The template names no versions; they come from this repository.
 * @throws Error naming a package without an exact version
 */
export function withVersions<M extends Manifest>(manifest: M, known: Targets): M {
  const devDependencies = Object.fromEntries(
    Object.keys(manifest.devDependencies ?? {}).map((name) => {
      if (!known[name]) throw new Error(`No manifest of this repository names an exact version of ${name}.`)
      return [name, known[name]]
    }),
  )
  return { ...manifest, devDependencies }
}

/** `./src/site/page.ts` becomes `./dist/site/page`, which has several endings. */
const compiled = (source: string, rootDir: string): string =>
  `./dist/${source.replace(/^\.\//, '').replace(new RegExp(`^${rootDir}/`), '')}`.replace(/\.tsx?$/, '')

/** Of the console itself: another copy of what is in it would have a session of its own. */
const NOT_PUBLISHED = './host'

const isSource = (path: string): boolean => /\.tsx?$/.test(path)

/**
 * The manifest of the package: exports point to compiled files, and development fields are removed.
 * @param rootDir the folder whose structure `dist` has, `.` for the whole package
 */
export function publishedManifest(manifest: object, rootDir: string): Manifest {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    private: _private,
    ...kept
  } = manifest as Record<string, unknown>
  const { exports = {}, bin, ...rest } = kept as unknown as Manifest
  const published: Record<string, string | { types: string; default: string }> = {}
  for (const [path, target] of Object.entries(exports)) {
    if (path === NOT_PUBLISHED) continue
    const file = compiled(target, rootDir)
    published[path] = isSource(target) ? { types: `${file}.d.ts`, default: `${file}.js` } : target
  }
  return {
    ...rest,
    exports: published,
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, compiledBin(file)])),
    }),
  } as unknown as Manifest
}

/** `bin/console-serve.mjs` runs sources; the package has `dist/bin/consoleServe.js`. */
const compiledBin = (file: string): string =>
  `dist/${file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\.mjs$/, '.js')}`

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
