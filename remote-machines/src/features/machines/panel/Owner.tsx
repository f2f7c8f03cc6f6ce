import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import type { Machine } from '@console/shared-kernel/contracts'
import { useCurrentUser } from '@console/shared-kernel/core'
import { PANEL_LINK } from '@console/shared-kernel/panel'
import { OpenLink } from '@console/shared-kernel/view'
import { ownerLinkOf } from '../links'

/** Links to the owner if the viewer's users list contains them. */
export function Owner({ machine }: { machine: Machine }) {
  const viewer = useCurrentUser()
  const { userName } = machine
  if (userName === '') return null
  const link = ownerLinkOf(viewer, machine)
  if (!link) return `Owner ${userName}`
  const { to, opens, label } = link
  if (!opens)
    return (
      <Box component={Link} to={to} sx={PANEL_LINK}>
        {label}
      </Box>
    )
  return (
    <Box component={OpenLink} opens={opens} otherwise={to} sx={PANEL_LINK}>
      {label}
    </Box>
  )
}
