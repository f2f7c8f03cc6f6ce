import { asList, isRecord } from '../contracts/wireReaders'
import type { Store } from './store'
import { userSetting } from './userSetting'

/** A screen's address state, saved under a name. */
export interface SavedView {
  name: string
  /** The query string without '?', and without what is open. */
  query: string
}

export const MAX_VIEWS = 20
export const MAX_NAME_LENGTH = 40
/** Several times as long as all filters together. */
const MAX_QUERY_LENGTH = 1000

const isView = (stored: unknown): stored is SavedView => {
  if (!isRecord(stored)) return false
  const { name, query } = stored
  return (
    typeof name === 'string' &&
    name.trim() === name &&
    name !== '' &&
    name.length <= MAX_NAME_LENGTH &&
    typeof query === 'string' &&
    query !== '' &&
    query.length <= MAX_QUERY_LENGTH
  )
}

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Drops invalid entries and later duplicates of a name. */
export function readViews(stored: unknown): readonly SavedView[] {
  const views = asList(stored)
    .filter(isView)
    .map(({ name, query }) => ({ name, query }))
  return views
    .filter(({ name }, index) => views.findIndex((view) => isSameName(view.name, name)) === index)
    .slice(0, MAX_VIEWS)
}

/** Adds a view, or replaces the one with that name. */
export function withView(views: readonly SavedView[], saved: SavedView): readonly SavedView[] {
  const index = views.findIndex(({ name }) => isSameName(name, saved.name))
  return index < 0 ? [...views, saved] : views.with(index, saved)
}

const stores = new Map<string, Store<readonly SavedView[]>>()

/** Views are stored by user and browser. @param screen as in the storage key, such as 'machines' */
export function savedViews(screen: string): Store<readonly SavedView[]> {
  const store = stores.get(screen) ?? userSetting(`views.${screen}`, readViews)
  stores.set(screen, store)
  return store
}

/** The part of a list's address that a view stores: search, filters and sort, without what is open. */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  params.delete('do')
  params.sort()
  return params.toString()
}

/** The query string without search, filters and sort. */
export const ALL_ROWS = ''
