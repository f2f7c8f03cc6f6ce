import { useMemo } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { Game } from '@console/shared-kernel/contracts'
import { GamePicker } from '@console/shared-kernel/form'
import { toggled, withGroup, type GameSettingsForm } from './model'

interface Props {
  control: Control<GameSettingsForm>
  games: readonly Game[]
}

export function GamesTab({ control, games }: Props) {
  const {
    field: { value, onChange },
  } = useController({ control, name: 'selectedGameIds' })
  const selected = useMemo(() => new Set(value), [value])
  return (
    <GamePicker
      games={games}
      selected={selected}
      onToggle={(gameId) => onChange(toggled(value, gameId))}
      onSelectGroup={(gameIds, chosen) => onChange(withGroup(value, gameIds, chosen))}
      countLabel={`${value.length} games selected`}
    />
  )
}
