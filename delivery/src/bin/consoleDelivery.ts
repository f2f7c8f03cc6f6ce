#!/usr/bin/env node
import { main } from '../consoleDelivery'

// in `console-delivery history | head`, `head` closes the pipe when it has read enough: that is not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main(process.argv.slice(2))
