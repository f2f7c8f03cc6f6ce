/** A link of a panel: quiet until it is pointed at. */
export const PANEL_LINK = {
  minWidth: 0,
  color: 'primary.main',
  typography: 'body2',
  textUnderlineOffset: '0.2em',
  '&:not(:hover, :focus-visible)': { textDecoration: 'none' },
} as const
