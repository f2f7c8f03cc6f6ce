import { type Store, userSetting } from '@console/shared-kernel/core'
import { asList } from '@console/shared-kernel/rules'
import type { ReportDefinition } from '../definitions'
import { isStorableQuery } from './filters'

export const MAX_RECENT = 6

/** Queries as in the address, latest first. */
type Queries = readonly string[]

/** Drops duplicates and everything that is not a query. */
export const readRecent = (stored: unknown): Queries =>
  [...new Set(asList(stored).filter(isStorableQuery))].slice(0, MAX_RECENT)

export const withRecent = (queries: Queries, query: string): Queries => readRecent([query, ...queries])

const SETTINGS: Readonly<Record<ReportDefinition['name'], Store<Queries>>> = {
  external: userSetting('reports.recent.external', readRecent),
  internal: userSetting('reports.recent.internal', readRecent),
}

/** What the user has searched for in this browser. */
export function recentSearches({ name }: ReportDefinition) {
  const store = SETTINGS[name]
  return { store, add: (query: string) => store.set(withRecent(store.get(), query)) }
}
