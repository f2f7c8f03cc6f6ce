import { useStore } from './store'
import { userSetting } from './userSetting'

export type Density = 'comfortable' | 'compact'

const densitySetting = userSetting<Density>('density', (stored) =>
  stored === 'compact' ? 'compact' : 'comfortable',
)

/** How far apart the rows of all tables are, as this user last chose in this browser. */
export const useDensity = (): Density => useStore(densitySetting)

export const setDensity = (density: Density): void => densitySetting.set(density)
