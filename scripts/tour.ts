import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'
import { UsageError } from '@console/shared-kernel/command'
import { localAddress } from '@console/shared-kernel/ports'
import { waitUntilStopped } from '../packages/emulator/src/processes'
import { ensureChromium } from './chromium'
import { main, readOptions } from './lib/main'
import { root } from './lib/paths'
import { takeAll } from './tour/all'
import { openPage, startConsole, THEMES, tourPorts } from './tour/console'
import { PARTS } from './tour/parts'
import { newPicture } from './tour/pictures'
import { type Screen, tourPage } from './tour/page'
import { FAILED, SCREENS, SIGN_IN } from './tour/screens'

const USAGE = `npm run tour [-- --all [--only=PATTERN]]

Takes the pictures of docs/tour.md and docs/design.md.
--all           pictures of every screen, panel and dialog instead, at four widths and in six states, in .console/tour
--only=PATTERN  only those whose 'state/name' this regular expression matches`

const docs = join(root, 'docs')
const pictures = join(docs, 'tour')
const ofParts = join(docs, 'design')

export function run(args: string[]): Promise<number> | number {
  const options = readOptions(USAGE, args, { all: { type: 'boolean' }, only: { type: 'string' } })
  if (options === null) return 0
  if (!options.all && options.only !== undefined) throw new UsageError(`--only needs --all.\n\n${USAGE}`)
  return waitUntilStopped(options.all ? () => takeAll(new RegExp(options.only ?? '')) : takeTour)
}

/** Writes docs/tour.md and its pictures, except pictures that look the same as before. */
async function takeTour(): Promise<number> {
  const executablePath = await ensureChromium()
  const all = await tourPorts()
  const { breakSettings } = await startConsole(all)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  keepOnly(
    pictures,
    [SIGN_IN, ...SCREENS, FAILED].flatMap(({ name }) => THEMES.map((theme) => fileOf(name, theme))),
  )
  keepOnly(
    ofParts,
    PARTS.map(({ name }) => `${name}.webp`),
  )
  for (const theme of THEMES) {
    const page = await openPage(browser, localAddress(all.host), { theme })
    await shoot(page, SIGN_IN, theme)
    await submit(page)
    for (const screen of SCREENS) await shoot(page, screen, theme)
    // the last part changes what the screens show
    if (theme === THEMES.at(-1)) await takeParts(browser, localAddress(all.host))
  }
  await breakSettings()
  for (const theme of THEMES) {
    // the earlier pages have cached the files of Settings
    const page = await openPage(browser, localAddress(all.host), { theme })
    await SIGN_IN.open(page)
    await submit(page)
    await shoot(page, FAILED, theme)
  }
  await browser.close()
  writeFileSync(join(docs, 'tour.md'), tourPage([SIGN_IN, ...SCREENS, FAILED]))
  return 0
}

const fileOf = (name: string, theme: string): string => `${name}-${theme}.webp`

async function takeParts(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url, { theme: 'light' })
  await SIGN_IN.open(page)
  await submit(page)
  for (const { name, open, of, height } of PARTS) {
    await open(page)
    const box = await clipOf(of(page), height)
    await take(page, join(ofParts, `${name}.webp`), box)
  }
}

async function clipOf(part: Locator, height = Infinity) {
  await part.scrollIntoViewIfNeeded()
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not shown.')
  return { ...box, height: Math.min(box.height, height) }
}

function keepOnly(folder: string, files: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) if (!files.includes(file)) rmSync(join(folder, file))
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
  await take(page, join(pictures, fileOf(name, theme)))
}

async function take(page: Page, path: string, clip?: Awaited<ReturnType<typeof clipOf>>): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  // each screen has waited for its rows, but charts come later; the event stream keeps the network busy
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) })
  const empty = await page.context().browser()!.newPage()
  const picture = await newPicture(empty, screenshot, existsSync(path) ? readFileSync(path) : undefined)
  await empty.close()
  if (picture) writeFileSync(path, picture)
  console.log(`${relative(docs, path)}: ${picture ? 'written' : 'as it was'}`)
}

void main(import.meta.url, run)
