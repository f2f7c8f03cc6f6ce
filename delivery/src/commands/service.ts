import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorText, startWatchdog, UsageError } from '@console/shared-kernel/command'
import { command, wholeNumber } from '../service/command'
import {
  addToken,
  DEFAULT_QUOTA_MB,
  openServiceFolder,
  readTeams,
  revokeToken,
  serviceFolder,
  setTeam,
  tokenIdOf,
} from '../service/teams'
import { lockService } from '../site/files'

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
    // before waiting for the lock: systemd would consider a waiting service frozen
    startWatchdog(process.env, ({ message }) =>
      console.error(errorText(`console-delivery: no watchdog: ${message}`)),
    )
    // imported lazily: the other commands work without the server libraries
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
      // a server that is still listening would keep the process alive after a failed start
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

const TOKEN_DAYS = '90'
const MAX_TOKEN_DAYS = 3650
const MAX_QUOTA_MB = 1_000_000

/** Works only on the folder: anyone with write access to it has access to everything anyway. */
export const team = command({
  usage:
    'team set NAME [--owns APP ...] [--rolls-back | --no-rolls-back] [--quota MB] | token NAME [--days N] | revoke TOKEN | list',
  summary: `sets which remotes a team owns ('host': the host, the settings, whole environments), whether it may roll back everything, and how many MB its releases may have (${DEFAULT_QUOTA_MB}); what is not named stays. Creates a token (${TOKEN_DAYS} days), or revokes one, named by its id or whole`,
  options: {
    owns: { type: 'string', multiple: true },
    'rolls-back': { type: 'boolean' },
    'no-rolls-back': { type: 'boolean' },
    quota: { type: 'string' },
    days: { type: 'string', default: TOKEN_DAYS },
  },
  positionals: [1, 2],
  input: z.object({
    action: z.enum(['set', 'token', 'revoke', 'list']),
    name: z.string(),
    owns: z.array(z.string()).optional(),
    rollsBack: z.boolean().optional(),
    quotaMb: z.int().optional(),
    days: z.int().min(1).max(MAX_TOKEN_DAYS),
  }),
  output: z.array(z.string()),
  read: (values, [action, name]) => {
    const { owns, 'rolls-back': gives, 'no-rolls-back': takes, days, quota } = values
    if (action !== 'list' && name === undefined) throw new UsageError('Name a team or a token.')
    if (gives && takes) throw new UsageError('Use either --rolls-back or --no-rolls-back.')
    const rollsBack = gives ? true : takes ? false : undefined
    if (action === 'set' && !owns && rollsBack === undefined && quota === undefined)
      throw new UsageError("Give what the team owns from now on; --owns '' means nothing.")
    return {
      action,
      // the id only, so that the secret is never printed
      name: action === 'revoke' ? tokenIdOf(name ?? '') : (name ?? ''),
      owns,
      rollsBack,
      quotaMb: quota === undefined ? undefined : wholeNumber(quota, 'quota', 1, MAX_QUOTA_MB),
      days: wholeNumber(days, 'days', 1, MAX_TOKEN_DAYS),
    }
  },
  run: async ({ site, who }, { action, name, owns, rollsBack, quotaMb, days }) => {
    if (action === 'set') {
      const made = await setTeam(site, who, name, { owns: owns?.filter(Boolean), rollsBack, quotaMb })
      return [
        `${name} owns ${made.owns.join(', ') || 'nothing'}${made.rollsBack ? ', and may roll back everything' : ''}.`,
      ]
    }
    if (action === 'token') {
      const { id, token, expiresAt } = await addToken(site, who, name, days)
      return [token, `Token ${id} of ${name} until ${expiresAt}. It is shown only once.`]
    }
    if (action === 'revoke') {
      await revokeToken(site, who, name)
      return [`Token ${name} is revoked.`]
    }
    const { teams, tokens } = await readTeams(site)
    return Object.entries(teams).flatMap(([one, { owns, rollsBack, quotaMb = DEFAULT_QUOTA_MB }]) => [
      `${one} owns ${owns.join(', ') || 'nothing'}${rollsBack ? ', may roll back everything' : ''}, and may have ${quotaMb} MB`,
      ...tokens
        .filter((token) => token.team === one)
        .map(
          ({ id, expiresAt, revokedAt }) =>
            `  token ${id} ${revokedAt ? `revoked at ${revokedAt}` : `until ${expiresAt}`}`,
        ),
    ])
  },
  print: (lines) => lines,
})
