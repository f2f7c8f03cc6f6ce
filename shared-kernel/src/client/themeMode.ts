import { onOtherTab, readStorage, STORAGE_KEYS, writeStorage } from './storage'
import { createStore, useStore } from './store'

export type ThemeMode = 'light' | 'dark'

const asMode = (stored: string | null): ThemeMode => (stored === 'dark' ? 'dark' : 'light')

const themeModeStore = createStore<ThemeMode>(asMode(readStorage(STORAGE_KEYS.themeMode)))

// the host's firstPaint.ts colours the page by this attribute
themeModeStore.subscribe(() => {
  document.documentElement.dataset.theme = themeModeStore.get()
})

onOtherTab(STORAGE_KEYS.themeMode, (value) => themeModeStore.set(asMode(value)))

export const useThemeMode = (): ThemeMode => useStore(themeModeStore)

/** Applies to all tabs of this browser and is stored there, for all users. */
export function toggleThemeMode(): void {
  const mode = themeModeStore.get() === 'light' ? 'dark' : 'light'
  writeStorage(STORAGE_KEYS.themeMode, mode)
  themeModeStore.set(mode)
}
