// Run after changing dependencies: `node scripts/completeLock.mjs`. With a registry that mirrors only some
// platforms, npm writes a lock file without the packages for the others, and `npm ci` rejects it there. This
// script adds the missing optional packages, with hashes from the configured registry.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SYSTEMS = [
  ...['aix', 'android', 'darwin', 'freebsd', 'linux'],
  ...['netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'],
]
const PROCESSORS = [
  ...['arm64', 'arm', 'x64', 'ia32', 'ppc64'],
  ...['s390x', 'riscv64', 'loong64', 'wasm32', 'mips64el'],
]

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

/**
 * Whether a package at `path` finds `name` there or in a folder above, as Node would.
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function isThere(path, name) {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
  if (!path) return false
  const above = path.lastIndexOf('/node_modules/')
  return isThere(above < 0 ? '' : path.slice(0, above), name)
}

/**
 * The entry of a package for one platform, or null if its name contains no platform.
 * @param {string} name
 * @param {string} version
 * @param {boolean | undefined} dev
 */
function platformEntry(name, version, dev) {
  const words = name.replace(/.*\//, '').split('-')
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = PROCESSORS.find((processor) => words.includes(processor))
  if (!os && !cpu) return null
  const libc = words.includes('musl') ? 'musl' : os === 'linux' && words.includes('gnu') ? 'glibc' : null
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

let added = 0
for (const [path, { optionalDependencies = {}, dev }] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const entry = isThere(path, name) ? null : platformEntry(name, version, dev)
    if (!entry) continue
    packages[`node_modules/${name}`] = entry
    added += 1
  }
}

/** Reads the hash from the registry that npm is configured with. @param {string} path */
async function fillIntegrity(path) {
  const entry = packages[path]
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { stdout } = await promisify(execFile)(
    'npm',
    ['view', `${name}@${entry.version}`, 'dist.integrity', '--json'],
    { shell: process.platform === 'win32' },
  )
  const integrity = stdout.trim() === '' ? null : JSON.parse(stdout)
  if (typeof integrity !== 'string') throw new Error(`The registry has no hash of ${name}@${entry.version}.`)
  const { version, ...rest } = entry
  packages[path] = { version, integrity, ...rest }
}

const without = Object.keys(packages).filter((path) => {
  const { link, integrity } = packages[path]
  return path.includes('node_modules/') && !link && !integrity
})
const AT_ONCE = 4
for (let at = 0; at < without.length; at += AT_ONCE)
  await Promise.all(without.slice(at, at + AT_ONCE).map(fillIntegrity))

const paths = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(paths.map((path) => [path, packages[path]]))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  `package-lock.json: ${added} packages of other platforms added, ${without.length} hashes filled in`,
)
