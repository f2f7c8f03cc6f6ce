import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'
import { localAddress, ports, type Ports } from '@console/shared-kernel/ports'
import { ACCOUNTS, call, tokenOf } from '../api/testing/http'
import { ensureChromium } from './chromium'
import { CommandError } from '@console/shared-kernel/command'
import { main } from './lib/main'
import { root } from './lib/paths'
import { configuredPorts, requireFreePorts } from './lib/ports'
import { untilStopped } from '../packages/emulator/src/processes'
import { startApi, startHost, startRemotes, writeEnvironment } from './lib/servers'
import { newPicture } from './tour/pictures'
import { FAILED, SCREENS, SIGN_IN, tourPage, type Screen } from './tour/screens'

/** A fixed time, so that each run gives the same pictures; demo data ends then. */
const NOW = new Date('2026-11-20T11:30:00Z')
const FIRST_BASE = 33_000
const LAST_BASE = 45_000
const BETWEEN_BASES = 400
const THEMES = ['light', 'dark'] as const

const docs = join(root, 'docs')
const pictures = join(docs, 'tour')

/** `npm run tour`: writes docs/tour.md and its pictures, except pictures that look the same as before. */
export const run = (): Promise<number> =>
  untilStopped(async () => {
    const executablePath = await ensureChromium()
    const all = process.env.PORT ? configuredPorts(process.env) : await freePorts()
    const { breakSettings } = await startConsole(all)
    await makeChanges(localAddress(all.api))
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    mkdirSync(pictures, { recursive: true })
    removeOthers(
      [SIGN_IN, ...SCREENS, FAILED].flatMap(({ name }) => THEMES.map((theme) => fileOf(name, theme))),
    )
    for (const theme of THEMES) {
      const page = await openPage(browser, theme, localAddress(all.host))
      await shoot(page, SIGN_IN, theme)
      await submit(page)
      for (const screen of SCREENS) await shoot(page, screen, theme)
    }
    await breakSettings()
    for (const theme of THEMES) {
      // the pages above have cached the files of Settings
      const page = await openPage(browser, theme, localAddress(all.host))
      await SIGN_IN.open(page)
      await submit(page)
      await shoot(page, FAILED, theme)
    }
    await browser.close()
    writeFileSync(join(docs, 'tour.md'), tourPage([SIGN_IN, ...SCREENS, FAILED]))
    return 0
  })

const fileOf = (name: string, theme: string): string => `${name}-${theme}.webp`

function removeOthers(files: readonly string[]): void {
  for (const file of readdirSync(pictures)) if (!files.includes(file)) rmSync(join(pictures, file))
}

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

/** Like `npm start`, with a stopped clock. */
async function startConsole(all: Ports) {
  const clock = pathToFileURL(join(root, 'scripts', 'tour', 'fixedClock.mjs')).href
  const api = startApi(all, {
    DATA_DIR: 'memory://',
    DATABASE_URL: '',
    RATE_LIMIT: '0',
    NODE_OPTIONS: `--import ${clock}`,
    TOUR_NOW: String(NOW.getTime()),
  })
  const remotes = startRemotes(all)
  await Promise.all([api, ...Object.values(remotes)].map(({ ready }) => ready))
  writeEnvironment(all)
  await startHost(all).ready
  return { breakSettings: () => remotes['settings']!.stop() }
}

interface Machine {
  idMachine: string
}

/** Changes by three operators, for the Activity screen. */
async function makeChanges(api: string): Promise<void> {
  for (const [turn, account] of [ACCOUNTS[0], ACCOUNTS[1], ACCOUNTS[4]].entries()) {
    const token = await tokenOf(api, account)
    const { body: machines } = await call<Machine[]>(api, 'GET /api/Machines', { token })
    const change = async (at: number, what: string, body: object) => {
      const row = `PUT /api/Machines/${machines.at(at)!.idMachine}/${what}`
      const { status, text } = await call(api, row, { token, body })
      if (status !== 200) throw new Error(`${row}: ${status} ${text}`)
    }
    for (const at of [0, 1, 2]) await change(turn + at, 'credit', { amount: 100 * (turn + 1) + 50 * at })
    await change(-1 - turn, 'toggle-block', { blocked: true })
  }
}

async function openPage(browser: Browser, theme: string, url: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
  })
  await page.clock.setFixedTime(NOW)
  await page.addInitScript((mode) => localStorage.setItem('themeMode', mode), theme)
  await page.goto(url)
  return page
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

async function shoot(page: Page, { name, open }: Screen, theme: string): Promise<void> {
  try {
    await open(page)
  } catch (error) {
    await page.screenshot({ path: join(root, '.console', `tour-${name}-${theme}.png`) })
    throw error
  }
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  // each screen has waited for its rows; charts come later. A stream of events never lets the network be idle
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const path = join(pictures, fileOf(name, theme))
  const empty = await page.context().browser()!.newPage()
  const picture = await newPicture(empty, screenshot, existsSync(path) ? readFileSync(path) : undefined)
  await empty.close()
  if (picture) writeFileSync(path, picture)
  console.log(`${name}, ${theme}: ${picture ? 'written' : 'as it was'}`)
}

void main(import.meta.url, run)
