import type { MouseEvent, ReactNode } from 'react'
import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { type OpenKind, openSearch, useOpen } from '../../client/opened'
import { PANEL_LINK } from './panelStyles'

interface Props {
  kind: OpenKind
  id: string | number
  children: ReactNode
}

/** Opens the panel of a machine or user over the same screen, or in another tab. */
export function OpenLink({ kind, id, children }: Props) {
  const { open } = useOpen()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    // the link alone would drop the filters of the screen
    event.preventDefault()
    open(kind, id)
  }
  return (
    <Box component={Link} to={openSearch(kind, id)} onClick={follow} sx={PANEL_LINK}>
      {children}
    </Box>
  )
}
