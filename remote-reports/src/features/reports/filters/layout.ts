/* The filters are laid out by their own width, because the drawer and a panel take up part of the page's. */

/** From this width on, the filters take three rows. */
const IN_ROWS = '@container (min-width: 500px)'
/** Five pickers in a row have little room. */
const CLOSE = '@container (min-width: 500px) and (max-width: 1049px)'
/** The rows have little room: gaps shrink, and labels that repeat a neighbour's are hidden. */
const TIGHT = '@container (min-width: 500px) and (max-width: 799px)'

/** Search is last in the tab order, but stands next to the ranges if there is room. */
export const CARD = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"users" "ranges" "query" "actions"',
  // a focused field is not covered by the buttons
  '& section :is(input, [role=combobox], button)': { scrollMarginBottom: 80 },
  [IN_ROWS]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateAreas: '"users users" "ranges actions" "query query"',
  },
} as const

/** Below each other, the fields are taller than a phone: the buttons stay visible at its lower edge. */
export const ACTIONS = {
  gridArea: 'actions',
  alignSelf: 'end',
  justifyContent: 'flex-end',
  gap: 1,
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mx: -2,
  mb: -2,
  px: 2,
  py: 1.5,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  borderRadius: '0 0 8px 8px',
  [IN_ROWS]: { position: 'static', m: 0, p: 0, border: 0 },
  // at 400 % zoom, no room would be left for the fields
  '@media (max-height: 480px)': { position: 'static' },
} as const

/** The fields of one row have the same width. */
export const PICKERS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [IN_ROWS]: { gridTemplateColumns: 'none', gridAutoFlow: 'column', gridAutoColumns: '1fr' },
  // leaves more room for names
  [CLOSE]: {
    gap: 1,
    '& input': { pl: 1 },
    '&& .MuiInputBase-root': { pr: 0 },
    // the icon has wide margins
    '& .MuiSvgIcon-root': { m: '0 -4px 0 -7px' },
    // labels begin above the text; the longest fits in a fifth of 900 px
    '& label': { left: -6, maxWidth: 'calc(133% - 20px)' },
    '& fieldset': { pl: '2px' },
    '& > :nth-last-child(5)': { minWidth: 116 },
  },
} as const

export const RANGES = {
  gridArea: 'ranges',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  '& > h2': { width: { xs: '100%', sm: 'auto' } },
  [TIGHT]: { '& > h2': { flexBasis: '100%' }, '&& .MuiToggleButton-root': { px: 0.5 } },
} as const

/** One row, with the query type's help and the days' errors below it. */
export const QUERY = {
  gridArea: 'query',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > .help': { mt: -1.5 },
  '& > [role=alert]': { mt: -1 },
  [IN_ROWS]: {
    gap: '4px 16px',
    gridTemplateColumns: 'minmax(80px, 2fr) repeat(2, minmax(0, 5fr))',
    '& > .help': { mt: 0, gridArea: '2 / 1 / auto / -1' },
    // below the days
    '& > [role=alert]': { mt: 0, gridColumn: '2 / -1' },
  },
  [TIGHT]: {
    columnGap: 1,
    '& .MuiInputBase-input': { pl: 1, pr: 0 },
    '& .MuiInputBase-adornedEnd': { pr: 0.5 },
    '& .MuiIconButton-root': { p: 0.25 },
    // so that a tap on the day does not hit the calendar button
    '& .MuiIconButton-root::after': { left: 0 },
  },
} as const

/** Day and time side by side, or wrapped. */
export const MOMENT = {
  columnGap: 1,
  rowGap: 2,
  flexWrap: 'wrap',
  '& > *': { flex: '1 1 140px' },
  [IN_ROWS]: {
    flexWrap: 'nowrap',
    '& > .MuiFormControl-root': { flexBasis: 110 },
    '& > [role=group]': { flexBasis: 176 },
  },
  [TIGHT]: { '& > [role=group]': { flex: 'none', width: 96 } },
} as const

export const TIME = {
  gap: 1,
  minWidth: 190,
  [IN_ROWS]: { minWidth: 0 },
  // hides the label: the day next to it has one
  [TIGHT]: {
    gap: 0.5,
    '& .MuiInputLabel-root': { clipPath: 'inset(50%)' },
    '& legend': { maxWidth: 0 },
    '&& .MuiSelect-select': { pr: 2.5 },
    '& .MuiSelect-icon': { right: 0 },
  },
} as const
