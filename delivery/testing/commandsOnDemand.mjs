/** Runs `console-delivery` once for each message, which holds its words, and answers with its exit code. */
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../src/consoleDelivery.ts')
process.on('message', async (words) => process.send(await main(words)))
process.send('ready')
