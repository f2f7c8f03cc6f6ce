import type { EventName } from '@console/shared-kernel/contracts'
import { isManager } from '@console/shared-kernel/levels'
import { activityRow, type Hidden, hiddenFrom, isActivityOf } from '../activity'
import type { TreeNode } from '../tree'
import { type Change, maySee } from './changes'
import type { ListPart } from './listParts'

/** An event in the format of server-sent events. */
export interface Frame {
  name: EventName
  /** JSON on one line. */
  data: string
}

export const EMPTY = '{}'
export const HEARTBEAT = ': \n\n'

/** @param id of the last event: the position that a client resumes from */
export function frameText(frames: readonly Frame[], id: string): string {
  const last = frames.length - 1
  return frames
    .map(({ name, data }, index) => `${index === last ? `id: ${id}\n` : ''}event: ${name}\ndata: ${data}\n\n`)
    .join('')
}

/** The frames that one viewer gets for one change; none if it affects nothing in their subtree. */
export function framesFor(viewer: TreeNode, change: Change): Frame[] {
  const { stored, lists, blockedPath } = change
  return [
    ...lists.flatMap((part) => listFrame(viewer, part)),
    ...(blockedPath !== null && maySee(viewer, blockedPath)
      ? [{ name: 'subtree', data: EMPTY } as const]
      : []),
    ...(isActivityOf(viewer, stored)
      ? [{ name: 'activity', data: activityText(change, hiddenFrom(viewer, stored)) } as const]
      : []),
  ]
}

/** Does not contain whose findings changed: the client reloads the viewer's. */
export const attentionFrames = (viewer: TreeNode, paths: readonly (string | null)[]): Frame[] =>
  isManager(viewer.level) && paths.some((path) => maySee(viewer, path))
    ? [{ name: 'attention', data: EMPTY }]
    : []

function listFrame(viewer: TreeNode, { name, rows, removed }: ListPart): Frame[] {
  const shown = rows.filter(({ path }) => maySee(viewer, path)).map(({ json }) => json)
  const removedIds = removed.filter(({ path }) => maySee(viewer, path)).map(({ id }) => id)
  if (shown.length + removedIds.length === 0) return []
  return [{ name, data: `{"rows":[${shown.join()}],"removed":${JSON.stringify(removedIds)}}` }]
}

/** The JSON texts of a change, by what they hide. */
const texts = new WeakMap<Change, Map<string, string>>()

/** Built once for all viewers who may see the same. */
function activityText(change: Change, hidden: Hidden): string {
  const known = texts.get(change) ?? new Map<string, string>()
  texts.set(change, known)
  const key = `${hidden.address} ${hidden.reason}`
  const text = known.get(key) ?? JSON.stringify(activityRow(change.stored, hidden))
  known.set(key, text)
  return text
}
