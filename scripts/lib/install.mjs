import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds the hash of the lockfile that was installed. */
const STAMP = join('node_modules', '.console-lock-hash')
const SIGN_OF_LIFE_MS = 10_000

/**
 * @param {string} root
 * @returns {Promise<boolean>} false if the install failed; its output has been printed
 */
export async function installWhereNeeded(root) {
  if (!isInstallNeeded(root)) return true
  const modules = join(root, 'node_modules')
  const target = existsSync(modules) ? modules : root
  if (!isWritable(target)) {
    console.error(`${target} cannot be written by this user, and dependencies have to be installed there.`)
    return false
  }
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log('Installing the dependencies (npm ci) ...')
  const signOfLife = setInterval(() => console.log(`  still installing, ${seconds()} s`), SIGN_OF_LIFE_MS)
  const { code, output, isStopped } = await npmCi(root)
  clearInterval(signOfLife)
  if (isStopped) return false
  if (code !== 0) {
    console.error(`${output}\nThe install failed: npm ci ended with ${code}.`)
    return false
  }
  writeFileSync(join(root, STAMP), lockHash(root))
  console.log(`Installed in ${seconds()} s.`)
  return true
}

/**
 * Compares the hash of the lockfile, because a checkout changes file times. After a manual install the stamp
 * is missing or old; then the time of npm's own record decides.
 * @param {string} root
 */
export function isInstallNeeded(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return true
  const stamp = join(root, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(root)) return false
  if (statSync(record).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) return true
  // only saves time: in a clone that this user cannot write it is skipped
  if (isWritable(join(root, 'node_modules'))) writeFileSync(stamp, lockHash(root))
  return false
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Ignores the workspaces' own versions, which a release changes without a need to install.
 * @param {string} root
 */
function lockHash(root) {
  const { packages, ...rest } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.entries(packages ?? {}).map(([path, { version, ...entry }]) =>
    path === '' || path.includes('node_modules/') ? [path, version, entry] : [path, withoutOwn(entry)],
  )
  return createHash('sha256')
    .update(JSON.stringify([rest, installed]))
    .digest('hex')
}

/** @param {Record<string, unknown>} entry of a workspace */
function withoutOwn(entry) {
  return JSON.stringify(entry, (name, value) => (name.startsWith('@console/') ? undefined : value))
}

/**
 * Waits for npm even after a signal: npm removes partial installs, which would disturb the next one.
 * @param {string} root
 * @returns {Promise<{ code: number | null, output: string, isStopped: boolean }>}
 */
function npmCi(root) {
  // development packages are needed even with NODE_ENV=production
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const windows = process.platform === 'win32'
  return new Promise((resolve) => {
    let output = ''
    let isStopped = false
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      isStopped = true
      console.log('Stopping the install. npm removes what it has begun ...')
      child.kill(signal)
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])
    // before npm runs, so that no signal comes too early; a second one ends this process at once
    for (const signal of signals) process.once(signal, stop)
    const child = spawn(windows ? 'npm.cmd' : 'npm', args, {
      cwd: root,
      shell: windows,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    })
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    /** @param {number | null} code @param {string} text */
    const end = (code, text) => {
      for (const signal of signals) process.off(signal, stop)
      resolve({ code, output: text, isStopped })
    }
    child.on('error', (error) => end(null, error.message))
    child.on('close', (code) => end(code, output))
  })
}
