import type { EventName } from '@console/shared-kernel/contracts'
import { activityRow, hidesAddress, isActivityOf } from '../activity'
import type { TreeNode } from '../tree'
import { type Change, maySee } from './changes'
import type { ListPart } from './listParts'

/** An event as server-sent events have it. */
export interface Frame {
  name: EventName
  /** JSON in one line. */
  data: string
}

export const EMPTY = '{}'
export const HEARTBEAT = ': \n\n'

/** @param id of the last event: the position that a client goes on from */
export function frameText(frames: readonly Frame[], id: string): string {
  const last = frames.length - 1
  return frames
    .map(({ name, data }, index) => `${index === last ? `id: ${id}\n` : ''}event: ${name}\ndata: ${data}\n\n`)
    .join('')
}

/** Of one change, for one viewer; none where nothing of it is theirs. */
export function framesFor(viewer: TreeNode, change: Change): Frame[] {
  const { stored, lists, blockedPath } = change
  return [
    ...lists.flatMap((part) => listFrame(viewer, part)),
    ...(blockedPath !== null && maySee(viewer, blockedPath)
      ? [{ name: 'subtree', data: EMPTY } as const]
      : []),
    ...(isActivityOf(viewer, stored)
      ? [{ name: 'activity', data: activityText(change, hidesAddress(viewer, stored)) } as const]
      : []),
  ]
}

function listFrame(viewer: TreeNode, { name, rows, removed }: ListPart): Frame[] {
  const shown = rows.filter(({ path }) => maySee(viewer, path)).map(({ json }) => json)
  const gone = removed.filter(({ path }) => maySee(viewer, path)).map(({ id }) => id)
  if (shown.length + gone.length === 0) return []
  return [{ name, data: `{"rows":[${shown.join()}],"removed":${JSON.stringify(gone)}}` }]
}

const texts = new WeakMap<Change, Map<boolean, string>>()

/** Written once for all viewers. */
function activityText(change: Change, withoutAddress: boolean): string {
  const known = texts.get(change) ?? new Map<boolean, string>()
  texts.set(change, known)
  const text = known.get(withoutAddress) ?? JSON.stringify(activityRow(change.stored, withoutAddress))
  known.set(withoutAddress, text)
  return text
}
