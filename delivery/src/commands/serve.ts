import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '@console/shared-kernel/command'
import { openServiceFolder, serviceFolder } from '../service/teams'
import { lockService } from '../site/lock'
import { command } from './command'

const ADDRESS = z.object({ host: z.string(), port: z.int().min(0).max(65_535) })

const LISTEN = '127.0.0.1:4400'

export const serve = command({
  usage: 'serve [--listen ADDRESS:PORT] [--metrics ADDRESS:PORT] [--trust-proxy ADDRESS ...]',
  summary: `runs the delivery service for teams with a token (${LISTEN})`,
  options: {
    listen: { type: 'string', default: LISTEN },
    metrics: { type: 'string' },
    'trust-proxy': { type: 'string', multiple: true },
  },
  positionals: [0, 0],
  input: z.object({ listen: ADDRESS, metrics: ADDRESS.optional(), trustProxy: z.array(z.string()) }),
  output: z.object({ url: z.string(), metricsUrl: z.string().optional() }),
  read: ({ listen, metrics, 'trust-proxy': trustProxy }) => ({
    listen: addressOf(listen),
    metrics: addressOf(metrics),
    trustProxy: trustProxy ?? [],
  }),
  run: async ({ site, budgets, commands }, { listen, metrics, trustProxy }) => {
    // loaded late: the other commands work without the server's libraries
    const { createService, createMetrics } = await import('../service/app')
    await assertWritable(await openServiceFolder(site))
    await assertWritable(join(site.root, 'environments'))
    let close = async (): Promise<void> => undefined
    const lock = await lockService(join(serviceFolder(site), 'service.lock'), (lost) => {
      console.error(lost)
      process.exitCode = 1
      void close()
    })
    try {
      const app = await createService({ site, budgets, commands, trustProxy })
      const metricsApp = metrics && createMetrics(app.telemetry)
      close = async () => {
        await Promise.all([app.close(), metricsApp?.close()])
        lock.release()
      }
      const metricsUrl = await metricsApp?.listen(metrics)
      const url = await app.listen(listen)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
      return { url, ...(metricsUrl !== undefined && { metricsUrl }) }
    } catch (error) {
      // one that listens would keep a failed start running
      await close()
      lock.release()
      throw error
    }
  },
  print: ({ url, metricsUrl }) => [
    ...(metricsUrl === undefined ? [] : [`metrics ${metricsUrl}/metrics`]),
    `console-delivery ready ${url}`,
  ],
})

async function assertWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK)
}

function addressOf(text: unknown): { host: string; port: number } | undefined {
  if (text === undefined) return undefined
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(String(text)) ?? []
  if (host === undefined) throw new UsageError(`'${String(text)}' is not ADDRESS:PORT.`)
  return { host, port: Number(port) }
}
