import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { CommandError } from '@console/shared-kernel/command'
import { localAddress, ports, type Ports } from '@console/shared-kernel/ports'
import { ACCOUNTS, call, tokenOf } from '../../api/testing/http'
import { root } from '../lib/paths'
import { configuredPorts, requireFreePorts } from '../lib/ports'
import { IN_MEMORY, startApi, startHost, startRemotes, writeEnvironment } from '../lib/servers'

/** A fixed time, at which the demo data ends, so that each run takes the same pictures. */
const NOW = new Date('2026-11-20T11:30:00Z')
const FIRST_BASE = 33_000
const LAST_BASE = 45_000
const BETWEEN_BASES = 400
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The ports that follow from PORT, or free ones. */
export const tourPorts = (): Promise<Ports> | Ports =>
  process.env.PORT ? configuredPorts(process.env) : freePorts()

async function freePorts(): Promise<Ports> {
  for (let base = FIRST_BASE; base < LAST_BASE; base += BETWEEN_BASES) {
    const all = ports(base)
    const isFree = await requireFreePorts(all, 'run tour').then(
      () => true,
      () => false,
    )
    if (isFree) return all
  }
  throw new CommandError('There are no free ports.')
}

/**
 * Starts the console like `npm start`, with a stopped clock and some changes in its Activity.
 * @param seen the ports that the browser calls, instead of the API's own
 */
export async function startConsole(all: Ports, seen: Partial<Ports> = {}) {
  const clock = pathToFileURL(join(root, 'scripts', 'tour', 'fixedClock.mjs')).href
  const api = startApi(all, {
    ...IN_MEMORY,
    NODE_OPTIONS: `--import ${clock}`,
    TOUR_NOW: String(NOW.getTime()),
  })
  const remotes = startRemotes(all)
  await Promise.all([api, ...Object.values(remotes)].map(({ ready }) => ready))
  writeEnvironment({ ...all, ...seen })
  await startHost(all).ready
  await makeChanges(localAddress(all.api))
  return { breakSettings: () => remotes['settings']!.stop() }
}

interface Machine {
  idMachine: string
}

/** Makes changes as three operators, the last of whom changes many machines at once. */
async function makeChanges(api: string): Promise<void> {
  for (const [turn, account] of [ACCOUNTS[4], ACCOUNTS[1], ACCOUNTS[0]].entries()) {
    const token = await tokenOf(api, account)
    const { body: machines } = await call<Machine[]>(api, 'GET /api/Machines', { token })
    const send = async (row: string, body: object) => {
      const { status, text } = await call(api, row, { token, body })
      if (status !== 200) throw new Error(`${row}: ${status} ${text}`)
    }
    const change = (at: number, what: string, body: object) =>
      send(`PUT /api/Machines/${machines.at(at)!.idMachine}/${what}`, body)
    for (const at of [0, 1, 2]) await change(turn + at, 'credit', { amount: 100 * (turn + 1) + 50 * at })
    await change(-1 - turn, 'toggle-block', { blocked: true })
    if (turn < 2) continue
    const items = machines.slice(5, 15).map(({ idMachine }) => ({ machineId: idMachine, add: 25 }))
    await send('POST /api/Machines/bulk/credit', { items, reason: 'Weekend float' })
  }
}

interface PageOptions {
  theme: Theme
  width?: number
  height?: number
}

/** A page of the console, with a stopped clock and without motion. */
export async function openPage(
  browser: Browser,
  url: string,
  { theme, width = 1440, height = 900 }: PageOptions,
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  })
  await page.clock.setFixedTime(NOW)
  await page.addInitScript((mode) => localStorage.setItem('themeMode', mode), theme)
  await page.goto(url)
  return page
}
