import { memo, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import AddIcon from '@mui/icons-material/Add'
import { LevelChip, ScreenHeader } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canCreateUnder, seesEverything } from '@console/shared-kernel/rules'

interface Props {
  viewer: User
  arriving: boolean
  /** Stable. */
  onCreate: () => void
}

/** The children are placed before the button that creates a user. */
export function UsersHeader({ children, ...creation }: Props & { children: ReactNode }) {
  const { viewer } = creation
  return (
    <ScreenHeader
      title="Managed Users"
      mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Users" />}
      actions={
        <>
          {children}
          <CreateButton {...creation} />
        </>
      }
    />
  )
}

/** Memoised, so that typing in the search does not render it. */
const CreateButton = memo(function CreateButton({ viewer, arriving, onCreate }: Props) {
  if (!canCreateUnder(viewer)) return null
  return (
    <Button variant="contained" startIcon={<AddIcon />} disabled={arriving} onClick={onCreate}>
      Create User
    </Button>
  )
})
