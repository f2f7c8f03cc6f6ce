/* The filters are laid out by their own width: the drawer and a panel take some of the page's. */

/** The filters take three rows from this width on, in pixels. */
export const IN_ROWS = '@container (min-width: 500px)'
/** The rows have little room: gaps shrink, and what is said next to a field is left out. */
export const TIGHT = '@container (min-width: 500px) and (max-width: 799px)'
