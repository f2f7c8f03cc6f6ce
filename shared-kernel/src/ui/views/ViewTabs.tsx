import { useEffect, useRef, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQueries } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { ALL_ROWS, type SavedView } from '../../client/savedViews'
import { grouped } from '../../domain/texts'

/** The saved views of a list. */
export interface ListViews {
  /** The screen's name, as in the storage key. */
  name: string
  /**
   * The number of rows of a view; null while it is not known. Absent: no counts.
   * @param signal the count is no longer needed
   */
  countOf?: (query: string, signal: AbortSignal) => Promise<number | null>
  /** A larger count is shown as this one with a plus. */
  maxCount?: number
  /** The version of the rows that are counted; '' while they are not loaded. */
  version?: string
}

/** Live lists may change several times a second, and each count reads all rows. */
const COUNT_EVERY_MS = 5_000

/** The version to count: the first one at once, later ones at most every {@link COUNT_EVERY_MS}. */
function useCountedVersion(version: string): string {
  const [counted, setCounted] = useState(version)
  const since = useRef(0)
  useEffect(() => {
    if (counted === version) return undefined
    const wait = counted === '' ? 0 : Math.max(0, since.current + COUNT_EVERY_MS - Date.now())
    const timer = setTimeout(() => setCounted(version), wait)
    return () => clearTimeout(timer)
  }, [counted, version])
  useEffect(() => {
    since.current = Date.now()
  }, [counted])
  return counted
}

interface Props {
  views: readonly SavedView[]
  counted: ListViews
  /** The query in the address. */
  current: string
  onEdit: () => void
}

/** Shown above the table. Loaded once there is a view. */
export function ViewTabs({
  views,
  counted: { name, countOf, maxCount = Infinity, version: latest = '' },
  current,
  onEdit,
}: Props) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const version = useCountedVersion(latest)
  const counts = useQueries({
    queries: views.map(({ query }) => ({
      queryKey: ['view count', name, query, version],
      queryFn: ({ signal }) => countOf?.(query, signal) ?? null,
      enabled: countOf !== undefined,
      staleTime: Infinity,
      gcTime: 0,
      // the old count stays until the next one is known
      placeholderData: (before: number | null | undefined) => before,
    })),
  })
  const isSaved = current === ALL_ROWS || views.some(({ query }) => query === current)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
      <Tabs
        value={isSaved && current}
        onChange={(_, query: string) => void navigate(query === ALL_ROWS ? pathname : `${pathname}?${query}`)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label="Saved views"
        sx={TABS}
      >
        <Tab value={ALL_ROWS} label="All" />
        {views.map(({ name: label, query }, at) => {
          const count = counts[at]?.data ?? null
          return (
            <Tab
              key={label}
              value={query}
              label={
                <span>
                  {label}
                  {count !== null && (
                    <span className="count">
                      {count > maxCount ? ` ${grouped(maxCount)}+` : ` ${grouped(count)}`}
                    </span>
                  )}
                </span>
              }
            />
          )
        })}
      </Tabs>
      <Button size="small" color="inherit" onClick={onEdit} sx={{ ml: 'auto', mr: -1, flexShrink: 0 }}>
        Edit views
      </Button>
    </Stack>
  )
}

const TABS = {
  minHeight: 40,
  minWidth: 0,
  '& .MuiTab-root': { minHeight: 40, minWidth: 0, px: 1.5, textTransform: 'none' },
  '& .count': { color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
} as const
