import type { MouseEvent } from 'react'
import { Link, useLocation, type LinkProps } from 'react-router-dom'
import { searchWithOpen, useOpen, type OpenKind } from '../client/opened'
import { useOffersPanel } from '../client/pageContext'

interface Props extends Omit<LinkProps, 'to'> {
  opens: { kind: OpenKind; id: string | number }
  /** The address to open if the console has no such panel. */
  otherwise: string
}

/** Opens the panel of a machine or user on the current screen; a new tab opens that screen with the panel. */
export function OpenLink({ opens: { kind, id }, otherwise, onClick, ...props }: Props) {
  const offersPanel = useOffersPanel()
  const { search } = useLocation()
  const { open } = useOpen()
  if (!offersPanel(kind)) return <Link {...props} to={otherwise} onClick={onClick} />
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    open(kind, id)
  }
  return <Link {...props} to={{ search: searchWithOpen(search, kind, id) }} onClick={follow} />
}

/** Whether the click opens a new tab or window, or downloads. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
