import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useSearchParams } from '../../client/useSearchParams'
import type { Sort } from './columns'

interface View {
  search: string
  sort: Sort
}

/** The address is written when nothing has been typed or sorted for this long: the list is drawn first. */
const WRITE_AFTER_MS = 150

function viewOf(params: URLSearchParams, defaultSort: Sort): View {
  return {
    search: params.get('search') ?? '',
    sort: {
      key: params.get('sort') ?? defaultSort.key,
      direction: params.get('dir') === 'desc' ? 'desc' : 'asc',
    },
  }
}

/**
 * Search and sort of a list. The address holds them, so that a view can be bookmarked and sent; but the
 * router applies addresses when React has time for it, and what is typed must be there at once. So they
 * are kept here, the address follows, and it is followed only where somebody else has changed it: by
 * back, forward or a link.
 *
 * @param defaultSort what the list is sorted by where the address names nothing; upwards
 */
export function useListView(defaultSort: Sort) {
  const [params, setParams] = useSearchParams()
  const ownChange = useNavigationType() === NavigationType.Replace
  const address = viewOf(params, defaultSort)
  const [view, setView] = useState(address)

  const [followed, setFollowed] = useState(params)
  if (followed !== params) {
    setFollowed(params)
    if (!ownChange) setView(address)
  }

  const { pathname } = useLocation()
  const write = useEffectEvent(() => {
    // the next screen's code is on its way: this one is still shown, but the address is no longer its own
    if (location.pathname !== pathname) return
    setParams(
      (before) => {
        const { search, sort } = view
        const written = {
          search,
          sort: sort.key === defaultSort.key ? '' : sort.key,
          dir: sort.direction === 'asc' ? '' : sort.direction,
        }
        for (const [key, value] of Object.entries(written)) {
          if (value === '') before.delete(key)
          else before.set(key, value)
        }
        return before
      },
      // each change takes the place of the last one: 'back' leaves the screen, it does not undo letters
      { replace: true },
    )
  })

  const differs =
    view.search !== address.search ||
    view.sort.key !== address.sort.key ||
    view.sort.direction !== address.sort.direction
  useEffect(() => {
    if (!differs) return
    const timer = setTimeout(() => write(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [view, differs])

  // the same functions always: a letter typed leaves the table's head alone
  const setSearch = useCallback((search: string) => setView((before) => ({ ...before, search })), [])
  const setSort = useCallback((sort: Sort) => setView((before) => ({ ...before, sort })), [])
  return { search: view.search, sort: view.sort, setSearch, setSort }
}
