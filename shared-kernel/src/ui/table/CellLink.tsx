import { Link } from 'react-router-dom'
import { useIsServed } from '../../client/pageContext'
import { useRowTabIndex } from './currentRow'
import { tipProps } from './useSharedTooltip'

interface Props {
  to: string
  text: string
  tip: string
  /** Accessible name, which includes the text. */
  label: string
}

/** Looks like text, because a table full of links would be hard to read. */
export function CellLink({ to, text, tip, label }: Props) {
  const tabIndex = useRowTabIndex()
  const isServed = useIsServed()
  if (!isServed(to)) return text
  return (
    <Link className="cell-link" to={to} aria-label={label} tabIndex={tabIndex} {...tipProps(tip)}>
      {text}
    </Link>
  )
}
