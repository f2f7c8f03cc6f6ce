/** Where a row stands among the others of a tree. */
export interface TreePlace {
  /** 1 at the top. */
  level: number
  /** Among the rows of one parent, from 1. */
  position: number
  siblings: number
  /** null where nothing is below. */
  expanded: boolean | null
}
