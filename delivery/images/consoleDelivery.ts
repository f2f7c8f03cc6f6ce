// `bin/console-delivery.mjs` without tsx: in the image the command is bundled.
import { main } from '../src/consoleDelivery'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main(process.argv.slice(2))
