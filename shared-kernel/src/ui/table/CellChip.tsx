import { levelColour, levelName } from '../../domain/levels'

interface Props {
  label: string
  /** Only for what is out of the ordinary, or what is specified to have a colour. */
  tone?: 'success' | 'error' | undefined
  filled?: boolean
  /** In pixels. */
  minWidth?: number
}

/** Looks like MUI's small chip. A plain element that the table's class styles, for speed (docs/adr/0003). */
export function CellChip({ label, tone, filled = false, minWidth }: Props) {
  return (
    <span className={['chip', tone, filled && 'filled'].filter(Boolean).join(' ')} style={{ minWidth }}>
      {label}
    </span>
  )
}

/** A level's name in its colour. */
export function LevelCell({ level }: { level: number }) {
  return <span className={`chip ${levelColour(level)}`}>{levelName(level)}</span>
}
