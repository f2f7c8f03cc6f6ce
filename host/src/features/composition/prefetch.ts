import type { ComposedScreen } from './composition'
import { preloadFile } from './preloadFile'
import { assertCompatible } from './releases/compatibility'
import { screenLoader } from './screenLoader'
import { providedFor } from './shareTable'
import { isSuspect } from './vigil/suspects'

/**
 * Brings a screen's files near, without running any: its entry, and what its first paint needs. Whatever fails
 * here is tried, and told, when the screen is opened.
 */
export async function prefetch(screen: ComposedScreen): Promise<void> {
  try {
    assertCompatible(screen.deployed.release, await providedFor(screen.deployed.release.imports))
  } catch {
    return
  }
  const { deployed, preload } = screen
  for (const file of [deployed.release.entry, ...preload]) preloadFile(deployed, file)
}

/** Starts on a screen while the server is still asked who is there. Nothing of it is drawn before. */
export function startAhead(screen: ComposedScreen | undefined): void {
  if (screen && !isSuspect(screen)) screenLoader(screen).start()
}
