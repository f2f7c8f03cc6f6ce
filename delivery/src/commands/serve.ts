import { z } from 'zod'
import { command } from './command'

const LISTEN = '127.0.0.1:4400'

/** Options of `serve`; what it does stands in `service/`, and is started by the command line. */
export const serve = command({
  usage: 'serve [--listen ADDRESS:PORT]',
  summary: `is the delivery service for teams with a token, until it is stopped (${LISTEN})`,
  options: { listen: { type: 'string', default: LISTEN } },
  words: [0, 0],
  input: z.object({
    host: z.string(),
    port: z.int().min(0).max(65_535),
  }),
  output: z.object({ url: z.string() }),
  read: ({ listen }) => {
    const [, host, port] = /^(.+):(\d{1,5})$/.exec(String(listen)) ?? []
    return { host, port: Number(port) }
  },
  run: async ({ site, budgets, commands }, { host, port }) => {
    // the other commands do without the server's libraries
    const { createService } = await import('../service/app')
    const app = await createService({ site, budgets, commands })
    const url = await app.listen({ host, port })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
    return { url }
  },
  print: ({ url }) => [`console-delivery ready ${url}`],
})
