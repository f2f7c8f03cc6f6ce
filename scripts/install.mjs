/**
 * Runs before each root command: installs the dependencies of the root, or of the given folder, if they are
 * missing or differ from the lock file. Plain JavaScript without dependencies, as it runs in a fresh clone.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @param {string} version */
const inOrder = (version) =>
  version
    .replace(/^\D*/, '')
    .split('.')
    .map((part) => part.padStart(4, '0'))
    .join('.')
if (inOrder(process.version) < inOrder(engines.node)) {
  console.error(`This project needs Node ${engines.node}. This is ${process.version}.`)
  process.exit(1)
}

/** npm's record of what it has installed. npm writes it last, so an interrupted install leaves none. */
const folder = join(root, process.argv[2] ?? '')
const installed = join(folder, 'node_modules', '.package-lock.json')
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Compares versions, because a checkout changes file times. Skips optional packages: they may be missing. */
function isInstallNeeded() {
  if (!existsSync(installed)) return true
  const there = packagesOf(installed)
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).some(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && there[path]?.version !== version,
  )
}

if (isInstallNeeded()) {
  // if packages are installed already, adding the missing ones takes seconds instead of minutes
  const command = existsSync(installed) ? ['install', '--no-save'] : ['ci']
  console.log(`Installing the dependencies (npm ${command.join(' ')}) ...`)
  // development packages are needed even with NODE_ENV=production
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // with this log level, npm prints the reason for a failure even under `npm run --silent`, whose level it
  // would inherit
  const { status, error } = spawnSync('npm', [...command, ...options], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (error) console.error(error.message)
  process.exit(status ?? 1)
}
