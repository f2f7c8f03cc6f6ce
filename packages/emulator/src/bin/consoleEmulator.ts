#!/usr/bin/env node
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packedConsole, startEmulator } from '../emulator'
import { overriding, readOptions, refusalOf, USAGE, UsageError, type Options } from '../options'
import { startCommand, type Child } from '../processes'
import { firstSignal } from '../processGroup'

/** The API's demo accounts, one per level from the Master down, with one password. */
const ACCOUNTS = 'master, admin1, subadmin1, distributor1, subdistributor1, client1, player1'
const PASSWORD = 'demo1234'

const built = packedConsole(fileURLToPath(new URL('../../built', import.meta.url)))

async function run(options: Options): Promise<void> {
  const { remotes, base, dataDir, start } = options
  const closing: (() => Promise<void>)[] = []
  const close = () => Promise.all(closing.splice(0).map((each) => each()))
  const server = start === undefined ? null : startServer(start)
  const over = new AbortController()
  // the API ends with this process
  const stopped = firstSignal(() => server?.kill()).then(() => {
    over.abort()
    return 0
  })
  try {
    const ended = server ? [endOf(server)] : []
    // the start of the console ends with it
    void ended[0]?.then((code) => {
      if (over.signal.aborted) return
      process.exitCode = code
      over.abort()
    })
    if (options.console !== undefined) {
      const refusal = await refusalOf(options.console, remotes)
      if (refusal !== null) console.warn(`\n${refusal}`)
      console.log(`\nThe console with these remotes:  ${overriding(options.console, remotes)}\n`)
    } else {
      const settings = { built, base, dataDir: join(dataDir, 'data'), remotes, over: over.signal }
      const emulator = await startEmulator(settings).catch((error: unknown) => {
        if (over.signal.aborted) return null
        throw error
      })
      if (!emulator) return
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

  function startServer(command: string): Child {
    const { port } = new URL(Object.values(remotes)[0]!)
    const started = startCommand(command, { CONSOLE_PORT: port, NODE_ENV: 'development' })
    closing.push(started.stop)
    return started
  }

  async function endOf(started: Child): Promise<number> {
    const code = await started.ended
    // null when it was asked to end
    if (code !== null) console.error(`'${start}' ended with ${code}.`)
    return 1
  }
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
