import { alpha, keyframes, type Theme } from '@mui/material/styles'
import type { Density } from '../../client/userSetting'
import { READ_OUT_ONLY } from '../theme'
import { TEXT_SIZES } from '../tokens'
import { cellStyles, EXPANDER_WIDTH } from './cells'
import { ACTION_SIZE, actionStyles, ICON_SIZE } from './RowActions'
import { FLOWS } from './frame'

/** Heights of rows, and the size of their text, in pixels. */
export const DENSITIES = {
  comfortable: { row: 44, folded: 68, text: TEXT_SIZES.text },
  compact: { row: 36, folded: 56, text: TEXT_SIZES.dense },
} as const satisfies Record<Density, object>
/** The size of a touch target in pixels. */
const FINGER = 44
const PINNED_CLASSES = '.pinned-left, .pinned-right'
/** A selected row, or the one that is open in the panel. */
const CHECKED = 'tbody tr.data:is(:has(.select input:checked), .open)'
/** A blocked row keeps its tint; a second one on top would leave its text too little contrast. */
const CHECKED_PLAIN = `${CHECKED}:not(.tinted)`
const PINNED = `& .wide :is(${PINNED_CLASSES})`

/** An opaque colour, so that nothing shows through. */
const onPaper = (theme: Theme, colour: string) => ({
  backgroundColor: theme.palette.background.paper,
  backgroundImage: `linear-gradient(${colour} 0 0)`,
})

const PULSE = keyframes({ '50%': { opacity: 0.4 } })
const PHONE = '@media (max-width: 479px)'
const FOLDED_ROW = '& .folded tr:is(.data, .skeleton)'
/** The room for a chip on the second line of a phone's row. */
const CHIP_ROOM = '4rem'

const WRAPPED = {
  '& .wrapped tbody td': {
    paddingBlock: 4,
    whiteSpace: 'normal' as const,
    overflowWrap: 'anywhere' as const,
  },
  '& .wrapped .lines > span': { flexWrap: 'wrap' as const, columnGap: 6, rowGap: 0 },
}

const foldedStyles = (theme: Theme) => ({
  '& .folded, & .folded tbody': { display: 'block' },
  '& .folded thead': { ...READ_OUT_ONLY, position: 'absolute' as const },
  [FOLDED_ROW]: {
    display: 'grid',
    gridTemplate: 'var(--fold)',
    alignContent: 'center',
    alignItems: 'center',
    columnGap: theme.spacing(1),
    boxSizing: 'border-box' as const,
    height: 'var(--row)',
    paddingInline: theme.spacing(1.5, 0),
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  [`${FOLDED_ROW} td`]: { height: 'auto', padding: 0, border: 0, minWidth: 0, background: 'none' },
  '& .folded tr[aria-level]': { paddingLeft: `calc(${theme.spacing(0.5)} + (var(--level) - 1) * 8px)` },
  '& .folded tr[aria-level] .branch': { paddingLeft: 0 },
  '& .folded tr[aria-level] td:not(.second-line) + .second-line': { marginLeft: EXPANDER_WIDTH },
  '& .folded tr.spacer, & .folded tr.spacer td': { display: 'block' },
  '& .folded .second-line': { color: theme.palette.text.secondary, fontSize: theme.typography.pxToRem(12) },
  '& .folded .both-lines': { lineHeight: '24px' },
  '& .folded .both-lines .lines': { lineHeight: 'inherit' },
  '& .folded td:not(.both-lines) .lines': { display: 'flex', alignItems: 'baseline', gap: theme.spacing(1) },
  '& .folded td:not(.both-lines) .lines > span': { minWidth: 0 },
  '& .folded .clamped': {
    display: 'block',
    lineHeight: 'inherit',
    whiteSpace: 'nowrap' as const,
    textOverflow: 'ellipsis',
  },
  '& .folded .wide-only': { display: 'none' },
  // the hidden header cannot label the amount
  '& .folded [data-label]::before': {
    content: 'attr(data-label) / ""',
    marginRight: 6,
    color: theme.palette.text.secondary,
    fontSize: theme.typography.pxToRem(12),
  },
  // on a phone, the second line has room for one label and for unusual values
  [PHONE]: {
    '& .folded .second-line .usual': READ_OUT_ONLY,
    // the chip is below the first line of the name, which would be cut off beside it
    '& .folded .both-lines ~ .second-line:has(.chip)': {
      marginLeft: `-${CHIP_ROOM}`,
      textAlign: 'right' as const,
    },
    '& .folded .both-lines:has(~ .second-line > :not(.usual) > .chip) .second': {
      marginRight: CHIP_ROOM,
      overflow: 'hidden',
    },
    // no more specific than a screen's styles for its own labels
    '& .folded .second-line:where(:has(~ .second-line)) [data-label]::before': { display: 'none' },
  },
  '& .folded .action': { width: FINGER, height: FINGER, padding: (FINGER - ICON_SIZE) / 2 },
  // as wide as the button
  '& .folded .skeleton .pinned-right span': { marginInline: (FINGER - ACTION_SIZE) / 2 },
  '& .folded .select': { width: FINGER, height: FINGER, margin: 0 },
})

/**
 * Shades the rows on each side that has more columns, so that an amount cut off there is not mistaken for a
 * complete one. Where the content ends, a paper-coloured layer that scrolls with it covers the shade; a
 * pinned first column covers the left shade, and has a line instead. Tables with pinned actions have no
 * shades, because the actions overlap the columns.
 */
const moreColumns = ({ palette }: Theme) => {
  const [paper, shade] = [palette.background.paper, alpha(palette.text.primary, 0.18)]
  const sides = ['left', 'right']
  const fade = (from: string) => sides.map((side) => `linear-gradient(to ${side}, transparent, ${from})`)
  return {
    '&:has(> .wide):not(:has(.pinned-right))': {
      backgroundImage: [...fade(`${paper} 50%`), ...fade(shade)].join(),
      backgroundPosition: [...sides, ...sides].join(),
      backgroundSize: '32px 100%, 32px 100%, 12px 100%, 12px 100%',
      backgroundAttachment: 'local, local, scroll, scroll',
      backgroundRepeat: 'no-repeat',
    },
  }
}

/*
 * Plain elements styled by one class on the frame: a styled component per cell would cost more than
 * everything else. The styles for the contents of cells are next to their components.
 */
export const tableStyles = (theme: Theme) => ({
  position: 'relative' as const,
  overflow: 'auto',
  // `useHeldRow` anchors the scroll position, not the browser
  overflowAnchor: 'none' as const,
  flex: '1 1 0',
  minHeight: 240,
  // clipped for the rounded corners; sticky parts still stay at the edges of the page
  [`&.${FLOWS}`]: { flex: 'none', overflow: 'clip', minHeight: 0 },
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: `${theme.shape.borderRadius}px`,
  backgroundColor: theme.palette.background.paper,
  ...moreColumns(theme),
  '& table': { tableLayout: 'fixed' as const, borderCollapse: 'separate' as const },
  '& thead th': {
    height: 'var(--row)',
    padding: theme.spacing(0, 2),
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.secondary,
    fontSize: theme.typography.pxToRem(TEXT_SIZES.small),
    fontWeight: 500,
    // texts and buttons share one baseline
    lineHeight: '20px',
    whiteSpace: 'nowrap' as const,
  },
  // buttons have the browser's font by default
  '& thead th button': { font: 'inherit', color: 'inherit' },
  '& tbody td': {
    ...theme.typography.body1,
    fontSize: 'var(--text)',
    height: 'var(--row)',
    padding: theme.spacing(0, 2),
    borderBottom: `1px solid ${theme.palette.divider}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
  },
  '& .narrow :is(th, td)': { paddingInline: theme.spacing(1) },
  '& thead .pinned-right, & tbody .pinned-right': { paddingInline: theme.spacing(1) },
  '& thead th.branches': { textIndent: EXPANDER_WIDTH },
  '& .right': { textAlign: 'right' as const },
  '& :is(.opens, .selects) tr.data': { cursor: 'pointer' },
  // a Shift-click would select text
  '& .selects tr.data': { userSelect: 'none' as const },
  '& tbody tr.data:hover': { backgroundColor: theme.palette.action.hover },
  '& tbody tr.tinted': { backgroundColor: alpha(theme.palette.error.main, 0.08) },
  '& tbody tr.tinted:hover': { backgroundColor: alpha(theme.palette.error.main, 0.12) },
  // only if the table scrolls: each sticky cell is one more layer to paint
  [PINNED]: { position: 'sticky' as const, backgroundColor: theme.palette.background.paper },
  '& .wide .pinned-left': { left: 0, zIndex: 1 },
  '& .wide:not(.unpinned) .pinned-left': { boxShadow: `1px 0 ${theme.palette.divider}` },
  '& .wide.unpinned .pinned-left': { left: 'auto' },
  [`& .wide thead :is(${PINNED_CLASSES})`]: { zIndex: 3 },
  '& .wide .pinned-right': { right: 0, boxShadow: `-1px 0 ${theme.palette.divider}` },
  [`& tbody tr.data:hover :is(${PINNED_CLASSES})`]: onPaper(theme, theme.palette.action.hover),
  [`& tbody tr.tinted :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.08)),
  [`& tbody tr.tinted:hover :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.12)),
  '& tbody tr.data:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  ...cellStyles(theme),
  ...actionStyles(theme),
  '& .select': {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    margin: theme.spacing(0, -2),
  },
  '& .select input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main },
  [`& ${CHECKED_PLAIN}, & ${CHECKED_PLAIN} :is(${PINNED_CLASSES})`]: onPaper(
    theme,
    alpha(theme.palette.primary.main, 0.1),
  ),
  [`& table:not(.folded) ${CHECKED} > td:first-of-type, & .folded ${CHECKED}`]: {
    boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
  },
  // replaces the row's tint, as for checked rows
  '& tbody tr.data > td.changed': {
    ...onPaper(theme, alpha(theme.palette.primary.main, 0.1)),
    boxShadow: `inset 0 -2px ${theme.palette.primary.main}`,
  },
  '& .skeleton span': {
    display: 'block',
    maxWidth: '100%',
    height: 12,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: alpha(theme.palette.text.primary, 0.12),
    animation: `${PULSE} 2s ease-in-out 0.5s infinite`,
  },
  '& .skeleton .right span': { marginLeft: 'auto' },
  '& .skeleton .of-chip': { height: 20, borderRadius: 11 },
  '& .skeleton span + span': { height: 10, marginTop: 6 },
  '& tbody tr.spacer td': { padding: 0, border: 0, height: 'auto' },
  ...WRAPPED,
  ...foldedStyles(theme),
  '@media print': {
    overflow: 'visible',
    maxHeight: 'none !important',
    border: 0,
    // widths were measured for the screen, and paper has no tooltips for cut texts
    '& table': { minWidth: '0 !important', tableLayout: 'auto' as const },
    '& tbody td, & thead th': { height: 'auto', padding: theme.spacing(0.5, 1) },
    '& tbody td': { whiteSpace: 'normal' as const, overflowWrap: 'anywhere' as const },
    // a long name never cuts or breaks a chip or an amount
    '& .clamped': { display: 'inline' },
    '& .chip, & tbody .right': { maxWidth: 'none', whiteSpace: 'nowrap' as const },
    '& col': { width: 'auto !important' },
    '& .screen-only, & .spacer': { display: 'none' },
    '& .cell-link': { textDecoration: 'none' },
    // keeps the indentation
    '& .branch > button': { visibility: 'hidden' as const },
    // repeated on every page
    '& thead': { display: 'table-header-group', breakInside: 'avoid' as const },
    [`& thead th, ${PINNED}`]: { position: 'static' as const },
    '& tbody tr': { breakInside: 'avoid' as const },
    '& tfoot': { display: 'table-footer-group', breakInside: 'avoid' as const },
    '& tfoot td': { ...theme.typography.caption, padding: theme.spacing(1) },
  },
})
