import type { Locator, Page } from '@playwright/test'

/** `open` opens a dialog of the screen, if it has one. */
export interface Stop {
  screen: 'Users' | 'Machines' | 'External' | 'Internal' | 'Settings'
  open?: (page: Page) => Promise<void>
}

const main = (page: Page): Locator => page.getByRole('main')
const button = (page: Page, name: string | RegExp): Locator =>
  main(page).getByRole('button', { name, exact: true })

const ofUser = (action: string, name: string) => async (page: Page) => {
  await main(page).getByRole('textbox').first().fill(name)
  await button(page, `${action} ${name}`).click()
}
const ofMachine = (action: RegExp) => (page: Page) => button(page, action).first().click()
const byButton = (name: string) => (page: Page) => button(page, name).click()

async function deleteGame(page: Page): Promise<void> {
  const panel = button(page, 'Games Management')
  // it stays open between visits
  if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click()
  await button(page, /^Actions /)
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Delete / }).click()
}

async function aboutConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'About this console' }).click()
}

/** Five screens and the dialogs that a Master can open; consecutive stops are on different screens. */
export const ROUND: readonly Stop[] = [
  { screen: 'External', open: aboutConsole },
  { screen: 'Users', open: ofUser('View details', 'player1') },
  { screen: 'Machines', open: ofMachine(/^Update Credit /) },
  { screen: 'Users', open: ofUser('Edit', 'player1') },
  { screen: 'Settings', open: byButton('Add Game') },
  { screen: 'Users', open: ofUser('Create user', 'subdistributor1') },
  { screen: 'Internal' },
  { screen: 'Users', open: ofUser('Delete', 'player1') },
  { screen: 'Machines', open: ofMachine(/^Configure /) },
  { screen: 'Users', open: byButton('Create User') },
  { screen: 'Settings', open: deleteGame },
  { screen: 'Users', open: ofUser('Game Configuration', 'player1') },
  { screen: 'Machines', open: ofMachine(/^Details /) },
  { screen: 'Users', open: ofUser('Create machine', 'player1') },
  { screen: 'Internal' },
]
