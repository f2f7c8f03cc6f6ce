/* The filters are laid out by their own width, because the drawer and a panel take up part of the page's. */

/** From this width on, the filters take three rows. */
export const IN_ROWS = '@container (min-width: 500px)'
/** The rows have little room: gaps shrink, and labels that repeat a neighbour's are hidden. */
export const TIGHT = '@container (min-width: 500px) and (max-width: 799px)'
