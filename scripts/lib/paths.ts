import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CommandError } from '@console/shared-kernel/command'
import { REMOTES } from '@console/shared-kernel/ports'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Generated files, which are not in the repository. */
const state = join(root, '.console')

export const remotePackages = REMOTES.map((name) => `remote-${name}`)

/** The package folders of this repository, or of an earlier commit of it. */
export function workspacesOf(folder: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const remotes = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'remote.ts')))
  return workspaces.flatMap((name) => (name === 'remote-*' ? remotes : [name]))
}

export const builtPackages = ['host', 'api', ...remotePackages]

export const paths = {
  state,
  data: join(state, 'data'),
  largeData: join(state, 'large'),
  results: join(state, 'results'),
  /** The preload is a URL, because `--import` does not accept paths with drive letters. */
  preload: pathToFileURL(join(root, 'packages', 'emulator', 'endWithParent.mjs')).href,
  consoleServe: join(root, 'delivery', 'bin', 'console-serve.mjs'),
  rsbuild: join(root, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js'),
  firefox: process.env.FIREFOX_PATH || '/usr/bin/firefox-esr',
  playwright: join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
  /** The native compiler; the linter needs the JavaScript one. */
  tsc: join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'),
}

/**
 * DATA_DIR is relative to the folder in which npm was called.
 * @param large whether for `npm start -- --large`
 * @throws CommandError for a `~` that the shell has not expanded
 */
export function dataDirectory({ DATA_DIR, INIT_CWD }: NodeJS.ProcessEnv, large = false): string {
  if (!DATA_DIR) return large ? paths.largeData : paths.data
  if (DATA_DIR.startsWith('~'))
    throw new CommandError(`DATA_DIR is ${DATA_DIR}: write the home folder in full.`)
  return DATA_DIR.includes('://') ? DATA_DIR : resolve(INIT_CWD ?? root, DATA_DIR)
}

/** The message after Ctrl-C. @param data the result of `dataDirectory` */
export const stoppedText = (data: string): string =>
  data.includes('://') ? 'Stopped. The data was in memory: it is gone.' : 'Stopped. The data is kept.'

/** The prefix of a printed command, so that it uses the same data. */
export const withDataDir = ({ DATA_DIR }: NodeJS.ProcessEnv): string =>
  DATA_DIR ? `DATA_DIR=${quoted(DATA_DIR)} ` : ''

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Paths of this repository's files, including uncommitted ones. @param patterns git pathspecs */
export const filesOf = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .sort()
