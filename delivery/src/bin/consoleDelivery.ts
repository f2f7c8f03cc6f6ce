#!/usr/bin/env node
import { main } from '../consoleDelivery'

// `history
// head` closes the pipe when it has read enough, which is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main(process.argv.slice(2))
