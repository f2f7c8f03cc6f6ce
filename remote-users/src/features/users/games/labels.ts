import type { GameSettingsForm, JackpotName } from './model'

export const JACKPOT_TITLES: Readonly<Record<JackpotName, string>> = {
  mega: 'Mega',
  super: 'Super',
  mini: 'Mini',
}

export const OTHER_LABELS = {
  browser: 'Browser Type',
  executionMode: 'Execution Mode',
  initialLoad: 'Initial Load',
  currency: 'Machine Currency',
  touchScreen: 'Touch Screen',
  showVolumeButton: 'Show Volume Button',
  showLuckHandLogo: 'Show LuckHand Logo',
  canCreatePlayer: 'Can Create Player',
  creditsFormat: 'Credits Format',
} as const satisfies Partial<Record<keyof GameSettingsForm['other'], string>>
