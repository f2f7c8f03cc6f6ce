#!/usr/bin/env node
// The command is TypeScript, which Node 20 does not run by itself.
import { register } from 'tsx/esm/api'

// `history | head` has read enough: a closed pipe is no error
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
register()
const { main } = await import('../src/consoleDelivery.ts')
process.exitCode = await main(process.argv.slice(2))
