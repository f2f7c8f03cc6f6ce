import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import { useLocation } from 'react-router-dom'
import { ALL_ROWS, viewQueryOf } from '../../client/savedViews'
import { lazyWithRetry } from '../lazyWithRetry'
import { useSavedViews } from './useSavedViews'
import type { ListViews } from './ViewTabs'

const ViewTabs = lazyWithRetry(async () => (await import('./ViewTabs')).ViewTabs)

/** Reserves the height while the code of the tabs is loading. */
const ROW = { minHeight: 41, mb: -1, displayPrint: 'none' } as const

interface SavedListViews {
  /** Null while there are none. */
  tabs: ReactNode
  /** Undefined if there is nothing to save, or it is already saved. */
  onSave: (() => void) | undefined
  dialog: ReactNode
}

/** @param words the search and the filters, described in words */
export function useListViews(list: ListViews, words: readonly string[]): SavedListViews {
  const { search } = useLocation()
  const { views, onSave, onEdit, dialog } = useSavedViews(list.name)
  const current = viewQueryOf(search)
  const isSaved = current === ALL_ROWS || views.some(({ query }) => query === current)
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
