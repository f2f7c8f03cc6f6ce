import type { QueryClient } from '@tanstack/react-query'
import { liveStore } from '../src/client/live'
import { changeListed } from '../src/lists/changeListed'
import type { ListRows, RowChange } from '../src/lists/listKinds'
import { announce } from '../src/lists/liveLists'

/** Changes a page as the change stream would, without a server. */
export function changeAsOthers<Kind extends 'users' | 'machines'>(
  client: QueryClient,
  kind: Kind,
  changes: readonly RowChange<ListRows[Kind]>[],
  { isOwn = false } = {},
): void {
  if (!liveStore.get()) liveStore.set({ lostAt: null, covers: () => true, announced: {}, lastAnnounced: 0 })
  const added = [...changeListed(client, kind, changes)]
  announce(kind, isOwn ? [] : added, [])
}
