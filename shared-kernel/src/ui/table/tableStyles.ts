import { alpha, type Theme } from '@mui/material/styles'

export const ROW_HEIGHT = 44

/*
 * Rows come and go while one scrolls. So their cells are plain elements and all their looks hang from
 * one class of the frame: a styled component a cell would cost more than the rest of the row.
 */
export const tableStyles = (theme: Theme) => ({
  position: 'relative' as const,
  overflow: 'auto',
  flex: '1 1 0',
  minHeight: 240,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: `${theme.shape.borderRadius}px`,
  backgroundColor: theme.palette.background.paper,
  '& table': { tableLayout: 'fixed' as const, borderCollapse: 'separate' as const, minWidth: 320 },
  '& thead th': {
    height: ROW_HEIGHT,
    padding: theme.spacing(0, 2),
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.secondary,
    whiteSpace: 'nowrap' as const,
  },
  // a button takes the browser's font unless told otherwise
  '& thead th button': { font: 'inherit' },
  '& tbody td': {
    ...theme.typography.body2,
    height: ROW_HEIGHT,
    padding: theme.spacing(0, 2),
    borderBottom: `1px solid ${theme.palette.divider}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .right': { textAlign: 'right' as const },
  '& tbody tr.data:hover td': { backgroundColor: theme.palette.action.hover },
  '& tbody tr.tinted td': { backgroundColor: alpha(theme.palette.error.main, 0.08) },
  '& tbody tr.tinted:hover td': { backgroundColor: alpha(theme.palette.error.main, 0.14) },
  '& tbody tr.data:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& tbody tr.spacer td': { padding: 0, border: 0, height: 'auto' },
  '@media print': {
    overflow: 'visible',
    maxHeight: 'none !important',
    border: 0,
    '& thead th': { position: 'static' as const },
    '& tbody tr': { breakInside: 'avoid' as const },
  },
})
