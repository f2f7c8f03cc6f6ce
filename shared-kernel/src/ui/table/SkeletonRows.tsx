import Skeleton from '@mui/material/Skeleton'
import type { Column } from './columns'

const COUNT = 8

export function SkeletonRows<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tbody>
      {Array.from({ length: COUNT }, (_, row) => (
        <tr key={row} aria-hidden>
          {columns.map((column) => (
            <td key={column.key}>
              <Skeleton width="60%" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
