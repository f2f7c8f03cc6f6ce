/**
 * Runs `scripts/<command>.ts`. Plain JavaScript without dependencies, because it installs them in a fresh
 * clone.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installWhereNeeded } from './lib/install.mjs'

const OLDEST_NODE = { major: 20, minor: 19 }

const folder = dirname(fileURLToPath(import.meta.url))
const root = dirname(folder)

/** @param {string} version as in `process.versions.node` */
function isOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)
}

function commands() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => basename(name, '.ts'))
}

/** @param {string} problem */
function giveUp(problem) {
  console.error(problem)
  process.exit(1)
}

if (isOldNode(process.versions.node)) {
  giveUp(
    `This project needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or later. This is ${process.version}.`,
  )
}
const [command = '', ...args] = process.argv.slice(2)
if (!commands().includes(command)) {
  giveUp(`There is no command '${command}'. There are: ${commands().join(', ')}.`)
}
process.chdir(root)
if (!(await installWhereNeeded(root))) process.exit(1)

const { register } = await import('tsx/esm/api')
register()
const file = join(folder, `${command}.ts`)
process.argv = [process.argv[0] ?? 'node', file, ...args]
try {
  const module = await import(pathToFileURL(file).href)
  // commands without `run` do their work on import
  if (typeof module.run === 'function') process.exit(await module.run(args))
} catch (error) {
  // a CommandError needs no stack trace
  const expected = error instanceof Error && error.name === 'CommandError'
  giveUp(expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
}
