#!/usr/bin/env node
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packedConsole, startEmulator } from '../emulator'
import { overriding, readOptions, refusalOf, USAGE, UsageError, type Options } from '../options'
import { startCommand, type Child } from '../processes'

/** The API's demo accounts, one per level from the Master down, with one password. */
const ACCOUNTS = 'master, admin1, subadmin1, distributor1, subdistributor1, client1, player1'
const PASSWORD = 'demo1234'

const built = packedConsole(fileURLToPath(new URL('../../built', import.meta.url)))

async function run(options: Options): Promise<void> {
  const { remotes, base, dataDir, start } = options
  const closing: (() => Promise<void>)[] = []
  const close = () => Promise.all(closing.splice(0).map((each) => each()))
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0))
  })
  try {
    const ended = start === undefined ? [] : [endOf(runServer(start), start)]
    if (options.console !== undefined) {
      const refusal = await refusalOf(options.console, remotes)
      if (refusal !== null) console.warn(`\n${refusal}`)
      console.log(`\nThe console with these remotes:  ${overriding(options.console, remotes)}\n`)
    } else {
      const emulator = await startEmulator({ built, base, dataDir: join(dataDir, 'data'), remotes })
      closing.push(emulator.close)
      console.log(
        `\nThe console is ready:  ${emulator.url}\n\n  Users ${ACCOUNTS}\n  Password ${PASSWORD}\n\n  Ctrl-C stops everything and keeps the data, in ${dataDir}.\n`,
      )
      console.log(`console-emulator ready ${emulator.url}`)
    }
    if (options.console === undefined || start !== undefined) {
      process.exitCode = await Promise.race([stopped, ...ended])
    }
  } finally {
    await close()
  }

  function runServer(command: string): Child {
    const { port } = new URL(Object.values(remotes)[0]!)
    const server = startCommand(command, { CONSOLE_PORT: port, NODE_ENV: 'development' })
    closing.push(server.stop)
    return server
  }
}

async function endOf({ process: child }: Child, command: string): Promise<number> {
  await once(child, 'exit')
  // null when it was asked to end
  if (child.exitCode !== null) console.error(`'${command}' ended with ${child.exitCode}.`)
  return 1
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) console.log(USAGE)
  else await run(readOptions(args, process.env))
} catch (error) {
  console.error(
    error instanceof UsageError
      ? `${error.message}\n\n${USAGE}`
      : `console-emulator: ${(error as Error).message}`,
  )
  process.exitCode = error instanceof UsageError ? 2 : 1
}
