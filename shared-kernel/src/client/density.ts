import { useStore } from './store'
import { userSetting } from './userSetting'

export type Density = 'comfortable' | 'compact'

const densitySetting = userSetting<Density>('density', (stored) =>
  stored === 'compact' ? 'compact' : 'comfortable',
)

/** The row density of all tables, stored by user and browser. */
export const useDensity = (): Density => useStore(densitySetting)

export const setDensity = (density: Density): void => densitySetting.set(density)
