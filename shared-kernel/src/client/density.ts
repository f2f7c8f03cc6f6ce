import { useStore } from './store'
import { userSetting } from './userSetting'

export type Density = 'comfortable' | 'compact'

const densitySetting = userSetting<Density>('density', (stored) =>
  stored === 'compact' ? 'compact' : 'comfortable',
)

export const useDensity = (): Density => useStore(densitySetting)

export const setDensity = (density: Density): void => densitySetting.set(density)
