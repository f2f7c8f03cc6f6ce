#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CommandError, consoleRegistry, createRemote } from '../createRemote'

const USAGE = `npm create @console/remote NAME
  makes remote-NAME in this folder: the repository of a remote, with a screen, tests and a workflow`

function create([name = '', ...more]: string[]): void {
  if (name === '') throw new CommandError(`The name is missing.\n\n${USAGE}`)
  if (more.length > 0) throw new CommandError(`Give one name only, without '${more.join(' ')}'.\n\n${USAGE}`)
  const template = fileURLToPath(new URL('../../template', import.meta.url))
  const ofScope = npmSetting('@console:registry')
  const registry = consoleRegistry(ofScope === 'undefined' ? undefined : ofScope, npmSetting('registry'))
  const folder = createRemote(template, process.cwd(), name, registry)
  const edit =
    registry === null ? "  (put the address of the registry of the console's packages into .npmrc)\n" : ''
  console.log(`Created ${folder}. Next:\n\n  cd ${folder}\n${edit}  npm install\n  npm run dev\n`)
}

const npmSetting = (key: string): string =>
  execFileSync('npm', ['config', 'get', key], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()

try {
  const words = process.argv.slice(2)
  if (words.includes('--help') || words.includes('-h')) console.log(USAGE)
  else create(words)
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
