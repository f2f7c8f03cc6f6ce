import type { CSSProperties, ReactNode } from 'react'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import type { TreePlace } from '../../domain/packedTreeRow'

interface Props {
  name: string
  place: TreePlace
  onExpand: (expanded: boolean) => void
  children: ReactNode
}

/** The button is only for the mouse. By keyboard, arrow keys expand the row. */
export function BranchCell({ name, place: { level, expanded }, onExpand, children }: Props) {
  return (
    <span className="branch" style={{ '--level': level } as CSSProperties}>
      {expanded === null ? (
        <i />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${expanded ? 'Collapse' : 'Expand'} ${name}`}
          aria-expanded={expanded}
          onClick={({ currentTarget }) => {
            currentTarget.closest('tr')?.focus()
            onExpand(!expanded)
          }}
        >
          <ChevronRightIcon fontSize="small" />
        </button>
      )}
      <span>{children}</span>
    </span>
  )
}
