import { type Provided, type Release, type Unmet, unmetNeeds } from '@console/shared-kernel/remote'
import { RemoteFailure } from '../remoteFailure'
import { providedFor } from '../sharedModules/shareTable'

/** Refuses a release before it runs: with a missing name it would fail later, with an unclear error. */
export function assertCompatible(
  release: Pick<Release, 'kernel' | 'react' | 'imports'>,
  provided: Provided,
): void {
  const [unmet] = unmetNeeds(release, provided)
  if (unmet) throw new RemoteFailure('compatibility', inWords(unmet))
}

export async function isCompatible(release: Release): Promise<boolean> {
  try {
    assertCompatible(release, await providedFor(release.imports))
    return true
  } catch {
    return false
  }
}

function inWords(unmet: Unmet): string {
  const { part } = unmet
  if ('needs' in unmet) return `necesita ${part} ${unmet.needs} y esta consola tiene ${unmet.has}`
  const names = unmet.names.length > 0 ? `${unmet.names.join(', ')} de ${part}` : part
  return `necesita ${names}, que esta consola no tiene`
}
