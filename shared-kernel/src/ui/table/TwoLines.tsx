import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  marks?: ReactNode
  /** Small, below the text. In each line the first element is cut off first. */
  second: ReactNode
}

/** Plain elements, for speed. */
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

export function CellMark({ tone, label }: { tone: 'error' | 'warning'; label: string }) {
  return <span className={`mark ${tone}`}>{label}</span>
}
