/**
 * Runs before each command of the root: installs the dependencies where they are missing or older than the lock file,
 * for the root or the folder that is given. Plain JavaScript without dependencies, because it runs in a fresh clone.
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

/** npm's record of what it has installed, which it writes last: an interrupted install leaves none. */
const folder = join(root, process.argv[2] ?? '')
const installed = join(folder, 'node_modules', '.package-lock.json')
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Compares versions, because a checkout changes file times. Optional packages are those of other platforms. */
function isInstallNeeded() {
  if (!existsSync(installed)) return true
  const there = packagesOf(installed)
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).some(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && there[path]?.version !== version,
  )
}

if (isInstallNeeded()) {
  // where packages are installed already, adding the missing ones takes seconds instead of minutes
  const command = existsSync(installed) ? ['install', '--no-save'] : ['ci']
  console.log(`Installing the dependencies (npm ${command.join(' ')}) ...`)
  // development packages are needed even with NODE_ENV=production
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // with this log level npm prints the reason of a failure even under `npm run --silent`, whose level it would
  // inherit
  const { status, error } = spawnSync('npm', [...command, ...options], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (error) console.error(error.message)
  process.exit(status ?? 1)
}
