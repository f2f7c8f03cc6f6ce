import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { LoadingFormDialog } from '@console/shared-kernel/form'
import { gameConfigurationQuery } from './api'
import { GameSettingsFormDialog, PANEL_HEIGHT, TABS_HEIGHT } from './GameSettingsFormDialog'

interface Props {
  user: User
  onClose: () => void
}

/** Loads the configuration, then shows the form. */
export function GameSettingsDialog({ user, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(gameConfigurationQuery(user.userId))
  const title = `Game Configuration: ${user.userName}`
  if (data) return <GameSettingsFormDialog title={title} user={user} {...data} onClose={onClose} />
  return (
    <LoadingFormDialog
      title={title}
      submitLabel="Save Configuration"
      loadingText="Loading configuration..."
      maxWidth="md"
      minHeight={{ md: TABS_HEIGHT + PANEL_HEIGHT }}
      failure={error && `Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}
