import { useSearchParams } from '@console/shared-kernel/core'
import type { Sort } from '@console/shared-kernel/table'

const DEFAULT_SORT: Sort = { key: 'level', direction: 'asc' }

/** Search and sort of the list as the address holds them, so that a view can be bookmarked and sent. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const sort: Sort = {
    key: params.get('sort') ?? DEFAULT_SORT.key,
    direction: params.get('dir') === 'desc' ? 'desc' : 'asc',
  }

  // each change takes the place of the last one: 'back' leaves the screen, it does not undo letters
  const write = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value === '') before.delete(key)
          else before.set(key, value)
        }
        return before
      },
      { replace: true },
    )

  return {
    search: params.get('search') ?? '',
    sort,
    setSearch: (search: string) => write({ search }),
    setSort: ({ key, direction }: Sort) =>
      write({ sort: key === DEFAULT_SORT.key ? '' : key, dir: direction === 'asc' ? '' : direction }),
  }
}
