import { type Store, userSetting } from '@console/shared-kernel/core'
import { asList, isRecord } from '@console/shared-kernel/rules'
import type { ReportDefinition } from '../definitions'
import { unknownKeys } from '../filters/filters'

/** Filters and comparison under a name. */
export interface SavedView {
  name: string
  /** As an address has them. */
  query: string
}

export const MAX_VIEWS = 20
export const MAX_NAME_LENGTH = 40
/** Several times what all filters together take. */
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
    query.length <= MAX_QUERY_LENGTH &&
    unknownKeys(new URLSearchParams(query)).length === 0
  )
}

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** What is stored, without what is no view; of two with one name the first. */
export function readViews(stored: unknown): readonly SavedView[] {
  const views = asList(stored)
    .filter(isView)
    .map(({ name, query }) => ({ name, query }))
  return views
    .filter(({ name }, place) => views.findIndex((view) => isSameName(view.name, name)) === place)
    .slice(0, MAX_VIEWS)
}

/** With one view more; one of that name is replaced in its place. */
export function withView(views: readonly SavedView[], saved: SavedView): readonly SavedView[] {
  const place = views.findIndex(({ name }) => isSameName(name, saved.name))
  return place < 0 ? [...views, saved] : views.with(place, saved)
}

const SETTINGS: Readonly<Record<ReportDefinition['name'], Store<readonly SavedView[]>>> = {
  external: userSetting('views.external', readViews),
  internal: userSetting('views.internal', readViews),
}

/** The views of one report that the user has saved in this browser. */
export const savedViews = ({ name }: ReportDefinition): Store<readonly SavedView[]> => SETTINGS[name]
