import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import { useLocation } from 'react-router-dom'
import { lazyWithRetry } from '../lazyWithRetry'
import { useSavedViews } from './useSavedViews'

const ViewTabs = lazyWithRetry(async () => (await import('./ViewTabs')).ViewTabs)

/** The saved views of a list. */
export interface ListViews {
  /** Of the screen, as in the key of the storage. */
  name: string
  /** How many rows a view has; null while or where that is not known. Absent: no counts. */
  countOf?: (query: string) => Promise<number | null>
  /** Of the rows that are counted. */
  version?: string
}

/** The address of a list as a view has it: its search, filters and sort, and nothing that is open. */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  params.delete('do')
  params.sort()
  return params.toString()
}

/** The view without any of these. */
export const ALL = ''

/** Also while the code of the tabs is loading. */
const ROW = { minHeight: 41, mb: -1, displayPrint: 'none' } as const

interface SavedListViews {
  /** Null while there are none. */
  tabs: ReactNode
  /** Undefined where there is nothing to save, or it is saved already. */
  onSave: (() => void) | undefined
  dialog: ReactNode
}

/** @param words search and filters in words */
export function useListViews(list: ListViews, words: readonly string[]): SavedListViews {
  const { search } = useLocation()
  const { views, onSave, onEdit, dialog } = useSavedViews(list.name)
  const current = viewQueryOf(search)
  const isSaved = current === ALL || views.some(({ query }) => query === current)
  const what = words.join(', ') || 'Sorted'
  return {
    tabs: views.length > 0 && (
      <Box sx={ROW}>
        <ViewTabs views={views} counted={list} current={current} onEdit={onEdit} />
      </Box>
    ),
    onSave: isSaved ? undefined : () => onSave({ query: current, what }),
    dialog,
  }
}
