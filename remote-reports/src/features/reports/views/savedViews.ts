import { type Store, userSetting } from '@console/shared-kernel/core'
import { asList, isRecord } from '@console/shared-kernel/rules'
import type { ReportDefinition } from '../definitions'
import { isStorableQuery } from '../filters/filters'

/** Named filters and comparison. */
export interface SavedView {
  name: string
  /** As in the address. */
  query: string
}

export const MAX_VIEWS = 20
export const MAX_NAME_LENGTH = 40
const isView = (stored: unknown): stored is SavedView => {
  if (!isRecord(stored)) return false
  const { name, query } = stored
  return (
    typeof name === 'string' &&
    name.trim() === name &&
    name !== '' &&
    name.length <= MAX_NAME_LENGTH &&
    isStorableQuery(query)
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

/** Adds a view, or replaces the one of that name. */
export function withView(views: readonly SavedView[], saved: SavedView): readonly SavedView[] {
  const index = views.findIndex(({ name }) => isSameName(name, saved.name))
  return index < 0 ? [...views, saved] : views.with(index, saved)
}

const SETTINGS: Readonly<Record<ReportDefinition['name'], Store<readonly SavedView[]>>> = {
  external: userSetting('views.external', readViews),
  internal: userSetting('views.internal', readViews),
}

/** Stored by user and browser. */
export const savedViews = ({ name }: ReportDefinition): Store<readonly SavedView[]> => SETTINGS[name]
