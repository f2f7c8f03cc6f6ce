import { alpha, type Theme } from '@mui/material/styles'

export const ROW_HEIGHT = 44
const ACTION_SIZE = 32
const EXPANDER_WIDTH = 24
const PINNED_CLASSES = '.pinned-left, .pinned-right'
const PINNED = `& :is(${PINNED_CLASSES})`

/** A translucent colour as it looks on the paper, and nothing behind it. */
const onPaper = (theme: Theme, colour: string) => ({
  backgroundColor: theme.palette.background.paper,
  backgroundImage: `linear-gradient(${colour} 0 0)`,
})

/*
 * Rows come and go while one scrolls. So their cells are plain elements and all their looks hang from
 * one class of the frame: a styled component a cell would cost more than the rest of the row.
 */
export const tableStyles = (theme: Theme) => ({
  position: 'relative' as const,
  containerType: 'inline-size' as const,
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
  // opaque: what scrolls by under it must not shine through
  [PINNED]: { position: 'sticky' as const, backgroundColor: theme.palette.background.paper },
  '& .pinned-left': { left: 0, zIndex: 1 },
  '& .loose .pinned-left': { left: 'auto' },
  '& .pinned-right': { right: 0 },
  [`& thead :is(${PINNED_CLASSES})`]: { zIndex: 3 },
  '& .wide .pinned-right': { boxShadow: `-1px 0 ${theme.palette.divider}` },
  [`& tbody tr.data:hover :is(${PINNED_CLASSES})`]: onPaper(theme, theme.palette.action.hover),
  [`& tbody tr.tinted :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.08)),
  [`& tbody tr.tinted:hover :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.14)),
  '& .branch': {
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    paddingLeft: 'calc((var(--level) - 1) * 20px)',
    // seven levels deep, a name must still be read on a phone
    '@container (max-width: 800px)': { paddingLeft: 'calc((var(--level) - 1) * 8px)' },
  },
  '& .branch > button, & .branch > i': { flex: 'none', width: EXPANDER_WIDTH, height: '100%' },
  '& .branch > button': {
    display: 'grid',
    placeItems: 'center',
    padding: 0,
    border: 0,
    background: 'none',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { color: theme.palette.text.primary },
    '&[aria-expanded=true] svg': { transform: 'rotate(90deg)' },
  },
  '& .branch > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
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
    [`& thead th, ${PINNED}`]: { position: 'static' as const },
    '& tbody tr': { breakInside: 'avoid' as const },
  },
})
