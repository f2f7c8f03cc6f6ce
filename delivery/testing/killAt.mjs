// Preloaded (node --import): kills the process right before its nth write to disk, like a power cut. With
// KILL_SIGNAL=SIGSTOP it suspends the process instead.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The write functions that locks, and commands outside the service, use. */
const SYNC_WRITES = ['copyFileSync', 'linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']
const WRITES = ['appendFile', 'copyFile', 'mkdir', 'rename', 'rm', 'writeFile']

const killAt = Number(process.env.KILL_AT)
const folder = process.env.KILL_IN ?? ''
let writes = 0

const watch = (module, name) => {
  const original = module[name]
  module[name] = (...args) => {
    // writes elsewhere, such as caches of compiled code, do not count
    const isOurs = typeof args[0] === 'number' || args.some((arg) => String(arg).startsWith(folder))
    if (isOurs && ++writes === killAt) process.kill(process.pid, process.env.KILL_SIGNAL ?? 'SIGKILL')
    return original(...args)
  }
}
for (const name of SYNC_WRITES) watch(fs, name)
for (const name of WRITES) watch(fs.promises, name)
syncBuiltinESMExports()
