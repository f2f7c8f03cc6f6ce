import type { Page } from '@playwright/test'
import { call, listOf, masterToken } from './api'
import { freshName } from './people'

/** A game as the API sends it. */
interface WireGame {
  id: number
  name: string
  type: string
  gameState: boolean
}

/** A test's own game, so that changes do not affect the games of other tests. */
export async function createGame(what: string, type = 'Slot'): Promise<WireGame> {
  const game = { name: freshName(what), type, gameState: true }
  const response = await call('POST', '/api/Games', await masterToken(), game)
  if (response.status !== 201) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  return (await response.json()) as WireGame
}

export const listGames = (): Promise<WireGame[]> => listOf('/api/Games')

/** The ids of a user's games, as the API sends them. */
export async function gameSettingsOf(userId: number): Promise<{ selectedGames: number[] }> {
  const response = await call('GET', `/api/Games/user-settings/${userId}`, await masterToken())
  return (await response.json()) as { selectedGames: number[] }
}

export const gamesPanel = (page: Page) => page.getByRole('button', { name: 'Games Management' })
export const gamesTable = (page: Page) => page.getByRole('table', { name: 'Games' })

/** Opens the settings screen with its panel expanded. */
export async function openGames(page: Page, at = ''): Promise<void> {
  await page.goto(`${at}/settings`)
  await gamesPanel(page).click()
}

/** Searches for one game. @returns its row */
export async function gameRow(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Search games' }).fill(name)
  return gamesTable(page).locator('tbody tr.data').filter({ hasText: name })
}
