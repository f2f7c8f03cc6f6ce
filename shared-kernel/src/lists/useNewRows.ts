import { useMemo, useState } from 'react'
import { liveStore } from '../client/live'
import { useStore } from '../client/store'
import type { Identity, List, ListKindName, ListRows } from './listKinds'
import { identityIn } from './lists'

/**
 * Holds back the rows that others add while the screen is open, until the user asks for them, or for other rows.
 * @param foundBy identifies the question
 */
export function useNewRows<Kind extends ListKindName>(
  list: List<Kind> | undefined,
  foundBy: string | undefined,
) {
  const live = useStore(liveStore)
  const [{ seen, by }, setSeen] = useState({ seen: live?.lastAnnounced ?? 0, by: foundBy })
  if (by !== foundBy) setSeen({ seen: live?.lastAnnounced ?? 0, by: foundBy })
  const announced = list && live?.announced[list.kind]
  return useMemo(() => {
    const ids = new Set<Identity | null>()
    announced?.forEach((number, identity) => number > seen && ids.add(identity))
    return {
      shownOf: <Item>(items: readonly Item[], rowOf: (item: Item) => ListRows[Kind]): readonly Item[] =>
        ids.size === 0 ? items : items.filter((item) => !ids.has(identityIn(list!)(rowOf(item)))),
      show: () => setSeen({ seen: liveStore.get()?.lastAnnounced ?? 0, by: foundBy }),
    }
  }, [list, announced, seen, foundBy])
}
