import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Stand next to the text: what is out of the ordinary. */
  marks?: ReactNode
  /** Below it, in small. In each line the first element gives way where there is no room. */
  second: ReactNode
}

/** A cell of two lines. Plain elements, as rows come and go: their looks hang from the table's one class. */
export function TwoLines({ children, marks, second }: Props) {
  return (
    <span className="lines">
      <span>
        <span>{children}</span> {marks}
      </span>{' '}
      <span className="second">{second}</span>
    </span>
  )
}

/** A word of what is out of the ordinary. */
export function CellMark({ tone, label }: { tone: 'error' | 'warning'; label: string }) {
  return <span className={`mark ${tone}`}>{label}</span>
}
