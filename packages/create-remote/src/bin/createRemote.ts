#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readArguments, runProgram, UsageError } from '@console/shared-kernel/command'
import { consoleRegistry, createRemote } from '../createRemote'

const USAGE = `npm create @console/remote NAME
  creates the folder remote-NAME here: a remote's repository, with a screen, tests and a CI workflow`

function create(args: string[]): void {
  const { positionals } = readArguments({ args, options: {}, allowPositionals: true })
  const [name, ...more] = positionals
  if (name === undefined) throw new UsageError('The name is missing.')
  if (more.length > 0) throw new UsageError(`Give one name only, without '${more.join(' ')}'.`)
  const template = fileURLToPath(new URL('../../template', import.meta.url))
  const ofScope = npmSetting('@console:registry')
  const registry = consoleRegistry(ofScope === 'undefined' ? undefined : ofScope, npmSetting('registry'))
  const folder = createRemote({ template, parent: process.cwd(), name, registry })
  const edit = registry === null ? "  (set the console's package registry in .npmrc)\n" : ''
  console.log(`Created ${folder}. Next:\n\n  cd ${folder}\n${edit}  npm install\n  npm run dev\n`)
}

const npmSetting = (key: string): string =>
  execFileSync('npm', ['config', 'get', key], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()

const args = process.argv.slice(2).map((word) => (word === '-h' ? '--help' : word))
process.exitCode = await runProgram({ args, usage: USAGE }, () => create(args))
