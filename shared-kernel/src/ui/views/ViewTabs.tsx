import { type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQueries } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { grouped } from '../../domain/texts'
import { useSavedViews } from './useSavedViews'

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

const ALL = ''

interface SavedListViews {
  /** Above the table. Null while there are none. */
  tabs: ReactNode
  /** Undefined where there is nothing to save, or it is saved already. */
  onSave: (() => void) | undefined
  dialog: ReactNode
}

/** @param words search and filters in words */
export function useListViews(
  { name, countOf, version = '' }: ListViews,
  words: readonly string[],
): SavedListViews {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { views, onSave, onEdit, dialog } = useSavedViews(name)
  const counts = useQueries({
    queries: views.map(({ query }) => ({
      queryKey: ['view count', name, query, version],
      queryFn: () => countOf?.(query) ?? null,
      enabled: countOf !== undefined,
      staleTime: Infinity,
      gcTime: 0,
      // the number of before stays until the next is known
      placeholderData: (before: number | null | undefined) => before,
    })),
  })
  const current = viewQueryOf(search)
  const active = current === ALL || views.some(({ query }) => query === current) ? current : false
  const open = (query: string) => void navigate(query === ALL ? pathname : `${pathname}?${query}`)
  const what = words.join(', ') || 'Sorted'
  return {
    tabs: views.length > 0 && (
      <Stack direction="row" sx={{ alignItems: 'center', borderBottom: 1, borderColor: 'divider', mb: -1 }}>
        <Tabs
          value={active}
          onChange={(_, query: string) => open(query)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label="Saved views"
          sx={TABS}
        >
          <Tab value={ALL} label="All" />
          {views.map(({ name: label, query }, at) => {
            const count = counts[at]?.data ?? null
            return (
              <Tab
                key={label}
                value={query}
                label={
                  <span>
                    {label}
                    {count !== null && <span className="count">{` ${grouped(count)}`}</span>}
                  </span>
                }
              />
            )
          })}
        </Tabs>
        <Button size="small" color="inherit" onClick={onEdit} sx={{ ml: 'auto', flexShrink: 0 }}>
          Edit views
        </Button>
      </Stack>
    ),
    onSave: active === false ? () => onSave({ query: current, what }) : undefined,
    dialog,
  }
}

const TABS = {
  minHeight: 40,
  minWidth: 0,
  '& .MuiTab-root': { minHeight: 40, minWidth: 0, px: 1.5, textTransform: 'none' },
  '& .count': { color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
} as const
