import { formDifferences } from '@console/shared-kernel/bulk'
import type { Game, UserGameSettings } from '@console/shared-kernel/contracts'
import { formOf } from '../games/model'
import { settingsParts } from '../games/mergeParts'

export const SECTIONS = ['games', 'jackpots', 'other'] as const
export type SettingsSection = (typeof SECTIONS)[number]

export const SECTION_NAMES: Readonly<Record<SettingsSection, string>> = {
  games: 'Games',
  jackpots: 'Jackpots and currency',
  other: 'Other settings',
}

/** Settings with these sections replaced by another user's. */
export const withSections = (
  settings: UserGameSettings,
  { selectedGameIds, jackpots, other }: UserGameSettings,
  sections: readonly SettingsSection[],
): UserGameSettings => ({
  ...settings,
  ...(sections.includes('games') && { selectedGameIds }),
  ...(sections.includes('jackpots') && { jackpots }),
  ...(sections.includes('other') && { other }),
})

/** What copying changes, as shown; '' for nothing. */
export const settingsChange = (
  now: UserGameSettings,
  source: UserGameSettings,
  sections: readonly SettingsSection[],
  games: readonly Game[],
): string =>
  formDifferences(settingsParts(games), formOf(now), formOf(withSections(now, source, sections))).join('. ')
