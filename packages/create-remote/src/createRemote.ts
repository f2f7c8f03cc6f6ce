import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'

/** Release records accept the same names. */
const NAME = /^[a-z][a-z0-9-]*$/

const MAX_NAME_LENGTH = 50
/** Names of the console or of a site, and addresses that the host or its server uses. */
const RESERVED: readonly string[] = ['host', 'environments', 'login', 'token-debug', 'static']

/** npm does not pack a file named `.gitignore`. */
const GIT_IGNORE = 'gitignore'

/** Returns e.g. `StockLevels` for `stock-levels`. */
const inCode = (name: string): string =>
  name.replace(/(?:^|-+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '')

/** Returns e.g. `Stock Levels` for `stock-levels`. */
const asTitle = (name: string): string =>
  name
    .split(/-+/)
    .map((word) => word.replace(/^./, (letter) => letter.toUpperCase()))
    .join(' ')
    .trim()

/** Renames the template's remote `hello` in a text or a file name. The word alone in quotes is the title. */
export const renamed = (text: string, name: string): string =>
  text
    .replaceAll('hello', name)
    .replace(/(['"])Hello\1/g, (_, quote: string) => `${quote}${asTitle(name)}${quote}`)
    .replaceAll('Hello', inCode(name))

/** Anybody may publish packages to these registries, even under a scope that is not taken yet. */
const PUBLIC = /(?:^|\.)(?:npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com)$/

/**
 * @param scopeRegistry npm's setting for the console's packages, if there is one
 * @param registry npm's registry for all others
 * @returns the address of the registry that has the console's packages, or null if it is unknown
 */
export function consoleRegistry(scopeRegistry: string | undefined, registry: string): string | null {
  const url = new URL(scopeRegistry ?? registry)
  if (scopeRegistry === undefined && PUBLIC.test(url.hostname)) return null
  // the file is committed
  url.username = url.password = ''
  return url.href
}

/** An `.npmrc` that makes npm get the console's packages only from their registry. */
function npmrc(registry: string | null): string {
  if (registry !== null) return `@console:registry=${registry}\n`
  return `# Replace it with the address of the registry of the console's packages. Without this line npm would take
# packages of their names from the public registry.
@console:registry=https://registry-of-the-console.invalid/
`
}

interface NewRemote {
  /** The folder that is copied. */
  template: string
  /** The folder that the remote's is made in. */
  parent: string
  name: string
  /** See {@link consoleRegistry}. */
  registry: string | null
}

/**
 * @returns the name of the new folder in `parent`
 * @throws CommandError for an invalid name, a folder that is not empty, or one that cannot be written
 */
export function createRemote({ template, parent, name, registry }: NewRemote): string {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    throw new CommandError(
      `'${name}' is not a valid name: use lower-case letters, digits and dashes, a letter first, at most ${MAX_NAME_LENGTH} characters.`,
    )
  }
  if (RESERVED.includes(name) || name in {}) {
    throw new CommandError(
      `No remote can be named '${name}': the console uses that name itself. Choose another.`,
    )
  }
  const folder = `remote-${name}`
  const target = join(parent, folder)
  if (existsSync(target) && !statSync(target).isDirectory()) {
    throw new CommandError(`${folder} already exists as a file. Choose another name or move it.`)
  }
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new CommandError(`${folder} already exists and is not empty. Choose another name or move it.`)
  }
  try {
    copyTemplate(template, target, name)
    writeFileSync(join(target, '.npmrc'), npmrc(registry))
  } catch (error) {
    throw new CommandError(`${target} cannot be written: ${(error as Error).message}`)
  }
  return folder
}

function copyTemplate(template: string, target: string, name: string): void {
  const isSource = (path: string) =>
    !['node_modules', 'dist', '.console', 'test-results'].includes(basename(path))
  cpSync(template, target, { recursive: true, filter: isSource })
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    const file = join(target, path)
    if (!statSync(file).isFile()) continue
    writeFileSync(file, renamed(readFileSync(file, 'utf8'), name))
    const newName = basename(file) === GIT_IGNORE ? `.${GIT_IGNORE}` : renamed(basename(file), name)
    renameSync(file, join(dirname(file), newName))
  }
}
