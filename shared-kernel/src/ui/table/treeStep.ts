import type { TreePlace } from '../../domain/packedTreeRow'

export interface TreeOptions<Row> {
  placeOf: (row: Row) => TreePlace
  onExpand: (row: Row, expanded: boolean) => void
}

export type TreeStep = { expand: boolean } | { to: number } | null

function parentIndex<Row>(rows: readonly Row[], from: number, { placeOf }: TreeOptions<Row>): number {
  const { level } = placeOf(rows[from]!)
  let index = from
  while (index > 0 && placeOf(rows[index]!).level >= level) index -= 1
  return placeOf(rows[index]!).level < level ? index : from
}

export function treeStep<Row>(
  key: string,
  rows: readonly Row[],
  index: number,
  tree: TreeOptions<Row>,
): TreeStep {
  const row = rows[index]
  if (row === undefined) return null
  const { expanded } = tree.placeOf(row)
  if (key === 'ArrowRight') {
    if (expanded === null) return null
    return expanded ? { to: index + 1 } : { expand: true }
  }
  if (key !== 'ArrowLeft') return null
  return expanded ? { expand: false } : { to: parentIndex(rows, index, tree) }
}
