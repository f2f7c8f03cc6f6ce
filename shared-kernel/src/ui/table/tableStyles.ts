import { alpha, keyframes, type Theme } from '@mui/material/styles'
import type { Density } from '../../client/userSetting'
import { levelColour, LEVELS } from '../../domain/levels'
import { levelShade } from '../LevelChip'
import { READ_OUT_ONLY } from '../theme'

/** In pixels, by density. */
export const ROW_HEIGHTS = {
  comfortable: { row: 44, folded: 68 },
  compact: { row: 36, folded: 56 },
} as const satisfies Record<Density, object>
const ACTION_SIZE = 30
/** In pixels. */
const ICON_SIZE = 20
const FINGER = 44
const EXPANDER_WIDTH = 24
const PINNED_CLASSES = '.pinned-left, .pinned-right'
const CHECKED = 'tbody tr.data:has(.select input:checked)'
/** A blocked row keeps its tint; a second one on top would leave texts too little contrast. */
const CHECKED_PLAIN = `${CHECKED}:not(.tinted)`
const PINNED = `& .wide :is(${PINNED_CLASSES})`

/** Opaque, so that nothing shows through. */
const onPaper = (theme: Theme, colour: string) => ({
  backgroundColor: theme.palette.background.paper,
  backgroundImage: `linear-gradient(${colour} 0 0)`,
})

const chipTones = ({ palette }: Theme) => {
  const tones = (['success', 'error'] as const).flatMap((tone) => {
    const { main, contrastText } = palette[tone]
    return [
      [`& .chip.${tone}`, { color: main, borderColor: alpha(main, 0.7) }],
      [`& .chip.${tone}.filled`, { color: contrastText, borderColor: main, backgroundColor: main }],
    ]
  })
  const levels = LEVELS.map((level) => {
    const shade = levelShade(level, palette.mode)
    return [`& .chip.${levelColour(level)}`, { color: shade, borderColor: shade }]
  })
  return Object.fromEntries([...tones, ...levels])
}

const PULSE = keyframes({ '50%': { opacity: 0.4 } })
const FOLDED_ROW = '& .folded tr:is(.data, .skeleton)'

const lineStyles = ({ palette, typography }: Theme) => ({
  '& .lines': { display: 'block', lineHeight: 1.2 },
  '& .lines > span': { display: 'flex', alignItems: 'center', gap: 6 },
  '& .lines > .second': { color: palette.text.secondary, fontSize: typography.pxToRem(12) },
  '& .lines > .second > * + *::before': { content: '"·" / ""', marginRight: 6 },
  // the first text is cut off, the rest stays
  '& .lines > span > *': { flex: 'none' },
  '& .lines > span > :first-of-type': {
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .mark': { fontSize: typography.pxToRem(12), fontWeight: 500 },
  '& .mark.error': { color: palette.error.main },
  '& .mark.warning': { color: palette.warning.main },
})

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
  // columns as wide as their content have no other, and the actions are as wide as one
  '& .folded .skeleton span': { minWidth: FINGER },
  '& .folded .wide-only': { display: 'none' },
  // the hidden header does not label the amount
  '& .folded [data-label]::before': {
    content: 'attr(data-label) / ""',
    marginRight: 6,
    color: theme.palette.text.secondary,
    fontSize: theme.typography.pxToRem(12),
  },
  // no room on a phone
  '& .folded .second-line [data-label]::before': { '@media (max-width: 479px)': { display: 'none' } },
  '& .folded .action': { width: FINGER, height: FINGER, padding: (FINGER - ICON_SIZE) / 2 },
  '& .folded .select': { width: FINGER, height: FINGER, margin: 0 },
})

/**
 * Shades the rows at a side with more columns, so that an amount cut off there is not taken for a whole one. Where
 * the content ends, paper that moves with it covers the shade; a pinned first column covers the left one, and has a
 * line. Tables with pinned actions have neither shade: the actions stand over the columns.
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

/* Plain elements styled by one class of the frame: a styled component a cell would cost more than the rest. */
export const tableStyles = (theme: Theme) => ({
  position: 'relative' as const,
  overflow: 'auto',
  // `useHeldRow` anchors the scroll position, not the browser
  overflowAnchor: 'none' as const,
  flex: '1 1 0',
  minHeight: 240,
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
    whiteSpace: 'nowrap' as const,
  },
  // buttons have the browser's font by default
  '& thead th button': { font: 'inherit' },
  '& tbody td': {
    ...theme.typography.body2,
    height: 'var(--row)',
    padding: theme.spacing(0, 2),
    borderBottom: `1px solid ${theme.palette.divider}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .narrow :is(th, td)': { paddingInline: theme.spacing(1) },
  '& thead .pinned-right, & tbody .pinned-right': { paddingInline: theme.spacing(1) },
  ...lineStyles(theme),
  '& .right': { textAlign: 'right' as const },
  '& tbody tr.data:hover': { backgroundColor: theme.palette.action.hover },
  '& tbody tr.tinted': { backgroundColor: alpha(theme.palette.error.main, 0.08) },
  '& tbody tr.tinted:hover': { backgroundColor: alpha(theme.palette.error.main, 0.12) },
  // only where the table scrolls: each sticky cell is one more layer to paint
  [PINNED]: { position: 'sticky' as const, backgroundColor: theme.palette.background.paper },
  '& .wide .pinned-left': { left: 0, zIndex: 1 },
  '& .wide:not(.loose) .pinned-left': { boxShadow: `1px 0 ${theme.palette.divider}` },
  '& .wide.loose .pinned-left': { left: 'auto' },
  [`& .wide thead :is(${PINNED_CLASSES})`]: { zIndex: 3 },
  '& .wide .pinned-right': { right: 0, boxShadow: `-1px 0 ${theme.palette.divider}` },
  [`& tbody tr.data:hover :is(${PINNED_CLASSES})`]: onPaper(theme, theme.palette.action.hover),
  [`& tbody tr.tinted :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.08)),
  [`& tbody tr.tinted:hover :is(${PINNED_CLASSES})`]: onPaper(theme, alpha(theme.palette.error.main, 0.12)),
  '& .branch': {
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    paddingLeft: 'calc((var(--level) - 1) * 20px)',
  },
  '& .narrow .branch': { paddingLeft: 'calc((var(--level) - 1) * 8px)' },
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
  '& .chip': {
    display: 'inline-block',
    verticalAlign: 'middle',
    boxSizing: 'border-box',
    maxWidth: '100%',
    height: 24,
    padding: '0 7px',
    border: '1px solid',
    borderRadius: 16,
    textAlign: 'center' as const,
    // white text would have no background
    printColorAdjust: 'exact' as const,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: theme.typography.pxToRem(13),
    lineHeight: '22px',
    color: theme.palette.text.secondary,
    borderColor: theme.palette.divider,
  },
  ...chipTones(theme),
  // a grid in every button would take most of a row's layout time
  '& .action, & .actions > span': {
    display: 'inline-block',
    verticalAlign: 'middle',
    boxSizing: 'border-box',
    width: ACTION_SIZE,
    height: ACTION_SIZE,
  },
  '& .action': {
    padding: (ACTION_SIZE - ICON_SIZE) / 2,
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    '& > svg': { display: 'block' },
    '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
    '&[aria-disabled=true]': { color: theme.palette.action.disabled, cursor: 'default', background: 'none' },
  },
  '& .cell-link': {
    color: 'inherit',
    textDecoration: `underline ${theme.palette.divider}`,
    textUnderlineOffset: 3,
    '&:hover, &:focus-visible': { color: theme.palette.primary.main, textDecorationColor: 'currentcolor' },
  },
  '& .select': {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    margin: theme.spacing(0, -2),
    userSelect: 'none' as const,
  },
  '& .select input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main },
  [`& ${CHECKED_PLAIN}, & ${CHECKED_PLAIN} :is(${PINNED_CLASSES})`]: onPaper(
    theme,
    alpha(theme.palette.primary.main, 0.1),
  ),
  [`& table:not(.folded) ${CHECKED} > td:first-of-type, & .folded ${CHECKED}`]: {
    boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
  },
  '& .skeleton span': {
    display: 'block',
    width: '60%',
    height: 12,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: alpha(theme.palette.text.primary, 0.12),
    animation: `${PULSE} 2s ease-in-out 0.5s infinite`,
  },
  '& .skeleton .right span': { marginLeft: 'auto' },
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
    // neither a chip nor an amount is cut or broken for a long name
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
