import { useMemo } from 'react'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch, type Control } from 'react-hook-form'
import { MACHINE_CONFIG_LABELS } from '@console/shared-kernel/contracts'
import { CentredSpinner, messageOf, RetryAlert } from '@console/shared-kernel/core'
import { toggled, withGroup } from '@console/shared-kernel/domain'
import { GamePicker, SwitchField } from '@console/shared-kernel/form'
import { availableGamesQuery } from './api'
import type { ConfigForm } from './model'

export function GamesSection({ control }: { control: Control<ConfigForm> }) {
  const { data: games, isPending, isFetching, error, refetch } = useQuery(availableGamesQuery)
  const { field } = useController({ control, name: 'gameIds' })
  const locked = useWatch({ control, name: 'gamesListLocked' })
  const selected = useMemo(() => new Set(field.value.map(Number)), [field.value])

  if (isPending) return <CentredSpinner label="Loading games" />
  return (
    <Stack sx={{ gap: 1 }}>
      <SwitchField control={control} name="gamesListLocked" label={MACHINE_CONFIG_LABELS.gamesListLocked} />
      {games ? (
        <GamePicker
          games={games}
          selected={selected}
          onToggle={(gameId) => field.onChange(toggled(field.value, String(gameId)))}
          onSelectGroup={(gameIds, all) => field.onChange(withGroup(field.value, gameIds.map(String), all))}
          countLabel={`${field.value.length} selected`}
          disabled={locked}
        />
      ) : (
        <RetryAlert
          message={`Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Stack>
  )
}
