import type { Browser, Page } from '@playwright/test'
import type { Environment } from '@console/shared-kernel/remote'
import { StaticTraffic, type StaticFile } from './staticTraffic'
import { ACCOUNTS, PASSWORD } from '../../../api/src/foundation/demoAccounts'

/** A stop on the journey, and all files loaded so far. */
export interface Stop {
  name: string
  files: StaticFile[]
}

const ACCOUNT = { username: ACCOUNTS[0], password: PASSWORD }

/**
 * Opens, with an empty cache, the login screen, the first screen with its rows, then the other screens.
 * @param origin where the console is served
 */
export async function journey(browser: Browser, origin: string, environment: Environment): Promise<Stop[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const remotes = Object.values(environment.remotes).map(({ baseUrl }) => new URL(baseUrl).origin)
  const traffic = new StaticTraffic(page, [origin, ...remotes])
  const stops: Stop[] = []
  const stop = async (name: string) => stops.push({ name, files: await traffic.settled() })

  await page.goto(`${origin}/login`)
  await page.getByLabel('Username').waitFor()
  await stop('login')

  await signIn(page)
  await page.locator('tbody tr.data').first().waitFor()
  await stop('first screen')

  const [, second, ...others] = screensInOrder(environment)
  if (!second) throw new Error('The environment has fewer than two screens.')
  await open(page, second)
  await stop('two screens')

  for (const screen of others) await open(page, screen)
  await stop(`all ${others.length + 2} screens`)
  await context.close()
  return stops
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(ACCOUNT.username)
  await page.getByLabel('Password').fill(ACCOUNT.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

type Reached = { title: string; label: string; order: number }

/** Screens in the order of the navigation. */
const screensInOrder = ({ remotes }: Environment): Reached[] =>
  Object.values(remotes)
    .flatMap(({ release }) => release.screens)
    .flatMap(({ title, nav }) => (nav ? [{ title, ...nav }] : []))
    .sort((a, b) => a.order - b.order)

async function open(page: Page, { label, title }: Reached): Promise<void> {
  await page.getByRole('navigation').getByText(label, { exact: true }).click()
  await page.getByRole('main').getByRole('heading', { name: title, exact: true }).waitFor()
}
