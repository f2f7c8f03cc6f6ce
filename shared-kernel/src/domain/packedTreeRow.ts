export interface TreePlace {
  /** 1 at the top. */
  level: number
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
  /** null for a leaf. */
  expanded: boolean | null
}

/** The count of numbers per row: level, position, siblings, expanded (-1 for null), found. */
const NUMBERS = 5

export const packPlace = ({ level, position, siblings, expanded }: TreePlace, found: boolean): number[] => [
  level,
  position,
  siblings,
  expanded === null ? -1 : Number(expanded),
  Number(found),
]

export function placeAt(packed: Int32Array, row: number): { place: TreePlace; found: boolean } {
  const [level, position, siblings, expanded, found] = packed.subarray(row * NUMBERS, (row + 1) * NUMBERS)
  return {
    place: {
      level: level!,
      position: position!,
      siblings: siblings!,
      expanded: expanded === -1 ? null : expanded === 1,
    },
    found: found === 1,
  }
}
