import { alpha, type Theme } from '@mui/material/styles'

export const ROW_HEIGHT = 44
const ACTION_SIZE = 32

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
  '& table': { tableLayout: 'fixed' as const, borderCollapse: 'separate' as const },
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
  [theme.breakpoints.down('lg')]: { '& thead th, & tbody td': { paddingInline: theme.spacing(1.5) } },
  '& .right': { textAlign: 'right' as const },
  '& tbody tr.data:hover td': { backgroundColor: theme.palette.action.hover },
  '& tbody tr.tinted td': { backgroundColor: alpha(theme.palette.error.main, 0.08) },
  '& tbody tr.tinted:hover td': { backgroundColor: alpha(theme.palette.error.main, 0.14) },
  '& tbody tr.data:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& .actions': { display: 'inline-grid', gridAutoFlow: 'column', gridAutoColumns: ACTION_SIZE },
  '& .action': {
    display: 'inline-grid',
    placeItems: 'center',
    width: ACTION_SIZE,
    height: ACTION_SIZE,
    padding: 0,
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    verticalAlign: 'middle',
    '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
    '&[aria-disabled=true]': { color: theme.palette.action.disabled, cursor: 'default', background: 'none' },
  },
  // what goes by below a cell that stays must not show through it, whatever tints its row
  '& .stuck': {
    position: 'sticky' as const,
    left: 0,
    zIndex: 1,
    backgroundColor: theme.palette.background.paper,
  },
  '& thead th.stuck': { zIndex: 3 },
  '& tbody tr.data:hover td.stuck': {
    backgroundColor: theme.palette.background.paper,
    backgroundImage: `linear-gradient(${theme.palette.action.hover}, ${theme.palette.action.hover})`,
  },
  '& tbody tr.spacer td': { padding: 0, border: 0, height: 'auto' },
  '@media print': {
    overflow: 'visible',
    maxHeight: 'none !important',
    border: 0,
    // the columns were measured for the screen
    '& table': { minWidth: '0 !important' },
    '& col': { width: 'auto !important' },
    // the head comes again on every page
    '& thead': { display: 'table-header-group', breakInside: 'avoid' as const },
    '& thead th, & .stuck': { position: 'static' as const },
    '& tbody tr': { breakInside: 'avoid' as const },
  },
})
