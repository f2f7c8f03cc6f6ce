#!/usr/bin/env node
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '@console/shared-kernel/command'
import { remotesIn } from '@console/shared-kernel/ports'
import { startEmulator } from '../emulator'
import { overrideUrl, readOptions, rejectionReason, USAGE, type Options } from '../options'
import { start as startProcess, waitUntilStopped } from '../processes'

/** The API's demo accounts, one per level from the Master down, with one password. */
const ACCOUNTS = 'master, admin1, subadmin1, distributor1, subdistributor1, client1, player1'
const PASSWORD = 'demo1234'

const built = fileURLToPath(new URL('../../built', import.meta.url))

const run = ({ remotes, base, dataDir, start, console: deployed }: Options): Promise<number> =>
  waitUntilStopped(async (over) => {
    const { port } = new URL(Object.values(remotes)[0]!)
    const ended = start === undefined ? [] : [endOf(start, { CONSOLE_PORT: port, NODE_ENV: 'development' })]
    if (deployed !== undefined) {
      const reason = await rejectionReason(deployed, remotes)
      if (reason !== null) console.warn(`\n${reason}`)
      console.log(`\nThe console with these remotes:  ${overrideUrl(deployed, remotes)}\n`)
      return ended[0] ?? 0
    }
    const openConsole = async () => {
      const { url } = await startEmulator({ built, base, dataDir: join(dataDir, 'data'), remotes, over })
      console.log(
        `\nThe console is ready:  ${url}\n\n  Users ${ACCOUNTS}\n  Password ${PASSWORD}\n\n  Ctrl-C stops everything and keeps the data, in ${dataDir}.\n`,
      )
      console.log(`console-emulator ready ${url}`)
      await once(over, 'abort')
      return 0
    }
    return Promise.race([openConsole(), ...ended])
  }, 0)

/** Runs the dev server's command, which ends by itself only if it fails. */
async function endOf(command: string, env: Record<string, string>): Promise<number> {
  const { code, words } = await startProcess(command, [], { env, output: 'show', shell: true }).ended
  // null if it was asked to end
  if (code !== null) console.error(`'${command}' ${words.replace('code ', '')}.`)
  return 1
}

const args = process.argv.slice(2)
const start = () => run(readOptions(args, process.env, remotesIn(built)))
process.exit(await runProgram({ args, usage: USAGE, usageExitCode: 2 }, start))
