import type { Column } from './columns'
import { cellArea, type FoldedRows } from './narrowRows'

const COUNT = 8

interface Props<Row> {
  columns: Column<Row>[]
  fold: FoldedRows | undefined
}

export function SkeletonRows<Row>({ columns, fold }: Props<Row>) {
  return (
    <tbody>
      {Array.from({ length: COUNT }, (_, row) => (
        <tr key={row} className="skeleton" aria-hidden>
          {columns.map((column) => (
            <td key={column.key} {...cellArea(column, fold)}>
              <span />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
