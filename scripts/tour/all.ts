import { mkdirSync, rmSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'
import { localAddress } from '@console/shared-kernel/ports'
import { ACCOUNTS, call, tokenOf } from '../../api/testing/http'
import { misbehaving, type MisbehavingServer } from '../../e2e/testing/misbehaving'
import { ensureChromium } from '../chromium'
import { paths } from '../lib/paths'
import { openPage, startConsole, THEMES, tourPorts, type Theme } from './console'
import { placesOf, STATES, type Ids, type Place, type State } from './places'

/** Sizes in pixels. */
const SIZES = [
  [390, 844],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const

const SETTLED_MS = 8_000
/** The time for fades and skeletons to end. */
const PAUSE_MS = 400
const BUSY = '[role=progressbar], [aria-busy=true], tr.skeleton'
const folder = join(paths.state, 'tour')

/**
 * `npm run tour -- --all`: pictures of each place in each state, theme and size, as
 * `.console/tour/STATE/NAME-THEME-WIDTH.png`. Places that cannot be opened are listed at the end.
 * @param only matches 'STATE/NAME'
 * @returns 1 if a picture is missing
 */
export async function takeAll(only: RegExp): Promise<number> {
  // if the servers in between sent the real time, the console would report that the browser's clock is wrong
  Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => undefined })
  const executablePath = await ensureChromium()
  const all = await tourPorts()
  const servers = {
    api: await misbehaving(localAddress(all.api)),
    external: await misbehaving(localAddress(all.external)),
  }
  await startConsole(all, { api: portOf(servers.api), external: portOf(servers.external) })
  const api = localAddress(all.api)
  const token = await tokenOf(api, ACCOUNTS[0])
  const ids = await findIds(api, token)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  rmSync(folder, { recursive: true, force: true })
  const missing: string[] = []
  for (const state of STATES) {
    const places = placesOf(ids).filter(
      ({ name }) => (state.places ?? /./).test(name) && only.test(`${state.name}/${name}`),
    )
    const set = (isOn: boolean) => {
      for (const [path, fault] of state.faults)
        for (const server of Object.values(servers)) server.fault(path, isOn ? fault : null)
    }
    set(true)
    mkdirSync(join(folder, state.name), { recursive: true })
    for (const place of places)
      for (const theme of THEMES)
        for (const [width, height] of SIZES) {
          const file = `${state.name}/${place.name}-${theme}-${width}.png`
          const shot = { state, place, theme, width, height, file, token }
          await take(browser, localAddress(all.host), shot).catch((error: Error) => {
            missing.push(`${file}: ${error.message.split('\n')[0]}`)
          })
        }
    set(false)
    if (places.length > 0)
      console.log(`${state.name}: ${places.length * THEMES.length * SIZES.length} pictures`)
  }
  await browser.close()
  await Promise.all(Object.values(servers).map((server) => server.close()))
  for (const line of missing) console.error(`not taken: ${line}`)
  console.log(`Pictures: ${folder}`)
  return missing.length === 0 ? 0 : 1
}

const portOf = ({ url }: MisbehavingServer): number => Number(new URL(url).port)

async function findIds(api: string, token: string): Promise<Ids> {
  const { body: users } = await call<{ userId: number; userName: string }[]>(
    api,
    'GET /api/Users/all-hierarchy',
    { token },
  )
  const { body: machines } = await call<{ idMachine: string }[]>(api, 'GET /api/Machines', { token })
  return {
    user: users.find(({ userName }) => userName === 'subdistributor1')!.userId,
    machine: machines[2]!.idMachine,
  }
}

interface Shot {
  state: State
  place: Place
  theme: Theme
  width: number
  height: number
  file: string
  token: string
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const { state, place, theme, width, height, file, token } = shot
  const page = await openPage(browser, `${url}/login`, { theme, width, height })
  try {
    if (!place.signedOut) await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto(url + place.path)
    await settle(page, state)
    if (place.open) {
      await place.open(page)
      await settle(page, state)
    }
    await page.screenshot({
      path: join(folder, file),
      animations: 'disabled',
      caret: 'hide',
    })
  } finally {
    await page.close()
  }
}

/** Waits until nothing is loading, or for a while if loading never ends. */
async function settle(page: Page, { hangs }: State): Promise<void> {
  await page.locator('main, h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  if (!hangs) {
    const end = performance.now() + SETTLED_MS
    while (performance.now() < end && (await page.locator(BUSY).count()) > 0) await page.waitForTimeout(100)
  }
  await page.waitForTimeout(hangs ? 3 * PAUSE_MS : PAUSE_MS)
}
