import { counted, grouped } from '../../domain/countText'
import type { Column } from '../table/columns'

/** Null if the change is unknown. */
export const changeColumn = <Item extends { change: string | null }>(): Column<Item> => ({
  key: 'change',
  header: 'Change',
  minWidth: 152,
  cell: ({ change }) => change ?? 'Will be as chosen',
})

interface Preview {
  /** Singular: 'machine'. */
  noun: string
  changing: number
  leftOut: number
  /** Why they are left out: 'already the same'. */
  reason: string
  failed: number
  isPart: boolean
}

export function previewSummary({ noun, changing, leftOut, reason, failed, isPart }: Preview): string {
  const parts = [
    `${counted(changing, noun)} will change.`,
    leftOut > 0 && `${grouped(leftOut)} left out: ${reason}.`,
    failed > 0 && `${grouped(failed)} could not be read: as chosen, whatever they have now.`,
    isPart && 'What the first of them have now is shown; of the others it is not read.',
  ]
  return parts.filter(Boolean).join(' ')
}
