import { compositionStore, type ComposedScreen } from '../composition'
import { eventOf, report } from '../events/events'
import { buildId } from '../releases/candidates'
import { suspectStore } from './vigil'

export const isSuspect = ({ deployed }: Pick<ComposedScreen, 'deployed'>): boolean =>
  suspectStore.get().has(buildId(deployed))

/** Tells of the builds that froze this tab: the page they froze could not. */
export function reportSuspects(): void {
  for (const candidate of compositionStore.get().remotes.flatMap(({ candidates }) => candidates)) {
    if (isSuspect(candidate)) report({ ...eventOf(candidate), phase: 'frozen', code: 'FROZEN', ms: 0 })
  }
}
