import { useState } from 'react'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import type { Sort } from '../../domain/sorting'
import type { Column } from './columns'
import { nextSort } from './TableHeader'

/** A height in pixels. */
export const SORT_BY_HEIGHT = 44

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  insetInlineStart: 0,
  zIndex: 3,
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'border-box',
  height: SORT_BY_HEIGHT,
  paddingInline: theme.spacing(0.75),
  backgroundColor: theme.palette.background.paper,
  borderBottom: `1px solid ${theme.palette.divider}`,
  '@media print': { display: 'none' },
}))

interface Props<Row> {
  columns: Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Replaces the header in a table with folded rows. */
export function SortBy<Row>({ columns, sort, onSort }: Props<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choices = columns.filter(({ sortable }) => sortable)
  const active = choices.find(({ key }) => key === sort.key)
  const isUp = sort.direction === 'asc'
  const other = isUp ? 'Sort descending' : 'Sort ascending'
  return (
    <Bar>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {active ? `Sort by: ${active.header}` : 'Sort by'}
      </Button>
      {active && (
        <IconButton size="small" aria-label={other} onClick={() => onSort(nextSort(sort, active.key))}>
          {isUp ? <ArrowUpwardIcon fontSize="small" /> : <ArrowDownwardIcon fontSize="small" />}
        </IconButton>
      )}
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {choices.map(({ key, header }) => (
            <MenuItem
              key={key}
              role="menuitemradio"
              aria-checked={key === sort.key}
              selected={key === sort.key}
              onClick={() => {
                setAnchor(null)
                if (key !== sort.key) onSort({ key, direction: 'asc' })
              }}
            >
              {header}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Bar>
  )
}
