import { levelColour, levelName } from '../../domain/levels'

interface Props {
  label: string
  /** Only for exceptions, or a specified colour. */
  tone?: 'success' | 'error' | undefined
  filled?: boolean
  /** In pixels. */
  minWidth?: number
}

/** A plain element that the table's class styles, for speed (docs/adr/0003). */
export function CellChip({ label, tone, filled = false, minWidth }: Props) {
  return (
    <span className={['chip', tone, filled && 'filled'].filter(Boolean).join(' ')} style={{ minWidth }}>
      {label}
    </span>
  )
}

export function LevelCell({ level }: { level: number }) {
  return <span className={`chip ${levelColour(level)}`}>{levelName(level)}</span>
}
