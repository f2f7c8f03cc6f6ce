#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, readArguments, runProgram, UsageError } from '@console/shared-kernel/command'
import { basePort, portOfPackage, ports } from '@console/shared-kernel/ports'
import { serveHost, serveRemote, type Serving } from '../localServers/serveBuilds'

const USAGE = `Usage:
  console-serve remote [--root dist] [--port N]
  console-serve host --environment environment.json [--root dist] [--port N]

Without --port the package in this folder has its own: host 4000, remotes from 4101 on, moved by PORT.`

function serve(args: string[]): Promise<Serving> {
  const { values, positionals } = readArguments({
    args,
    allowPositionals: true,
    options: {
      root: { type: 'string', default: 'dist' },
      environment: { type: 'string' },
      port: { type: 'string' },
    },
  })
  const settings = { root: resolve(values.root), port: portFrom(values.port) }
  const [kind] = positionals
  if (kind === 'remote' && positionals.length === 1) return serveRemote(settings)
  if (kind === 'host' && positionals.length === 1 && values.environment) {
    return serveHost({ ...settings, environmentFile: resolve(values.environment) })
  }
  throw new UsageError('Give remote, or host with --environment.')
}

function portFrom(option: string | undefined): number {
  if (option !== undefined) {
    if (/^\d+$/.test(option) && Number(option) <= 65535) return Number(option)
    throw new CommandError(`--port must be a number from 0 to 65535, not '${option}'.`)
  }
  const port = portOfPackage(packageName(), ports(basePort(process.env)))
  if (port !== undefined) return port
  throw new CommandError('The package in this folder has no default port: use --port.')
}

function packageName(): string {
  try {
    return (JSON.parse(readFileSync('package.json', 'utf8')) as { name?: string }).name ?? ''
  } catch {
    return ''
  }
}

const args = process.argv.slice(2)
process.exitCode = await runProgram({ args, usage: USAGE }, async () => {
  const serving = await serve(args)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void serving.close().then(() => process.exit(0)))
  }
  console.log(`console-serve ready ${serving.url}`)
})
