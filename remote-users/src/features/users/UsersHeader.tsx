import { memo } from 'react'
import Button from '@mui/material/Button'
import AddIcon from '@mui/icons-material/Add'
import { LevelChip, ScreenHeader } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canCreateUnder, seesEverything } from '@console/shared-kernel/rules'
import { creationBy, type UserDialog } from './UserDialogs'

interface Props {
  viewer: User
  users: readonly User[]
  /** The list is still on its way. */
  arriving: boolean
  onOpen: (dialog: UserDialog) => void
}

/** The head of the screen. No letter typed renders it. */
export const UsersHeader = memo(function UsersHeader({ viewer, users, arriving, onOpen }: Props) {
  return (
    <ScreenHeader
      title="Managed Users"
      mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Users" />}
      actions={
        canCreateUnder(viewer) && (
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            disabled={arriving}
            onClick={() => onOpen(creationBy(viewer, users))}
          >
            Create User
          </Button>
        )
      }
    />
  )
})
