import { useState } from 'react'
import Stack from '@mui/material/Stack'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { gamesQuery, useApiMutation } from '@console/shared-kernel/core'
import { GAME_TYPES, NEW_GAME, type NewGame } from '@console/shared-kernel/contracts'
import { FormDialog, FormField, SelectField, showServerErrors } from '@console/shared-kernel/form'
import { addGame } from './api'

interface Props {
  onAdded: (name: string) => void
  onClose: () => void
}

const FIELDS = { name: 'name', type: 'type' } as const

export function AddGameDialog({ onAdded, onClose }: Props) {
  const client = useQueryClient()
  // the games before the call: if the answer is lost, they show whether the game was added
  useQuery(gamesQuery)
  const [refused, setRefused] = useState<NewGame | null>(null)
  const { control, formState, handleSubmit, setError } = useForm<NewGame>({
    defaultValues: NEW_GAME,
    mode: 'onTouched',
  })
  const [name, type] = useWatch({ control, name: ['name', 'type'] })
  const { run, error } = useApiMutation({
    call: (game: NewGame) => addGame(client, game),
    onSuccess: (_, { name }) => onAdded(name),
    onError: (failure, game) => {
      showServerErrors(failure, FIELDS, setError)
      setRefused(game)
    },
  })
  // the error disappears once the form differs from the rejected game
  const failed = error !== null && refused?.name === name.trim() && refused.type === type
  const submit = handleSubmit((game) => run({ ...game, name: game.name.trim() }))

  return (
    <FormDialog
      title="Add New Game"
      submitLabel="Save Game"
      busyLabel="Saving..."
      changed={formState.isDirty}
      canSubmit={name.trim() !== ''}
      error={failed ? 'Failed to add game. Please try again.' : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 1 }}>
        <FormField
          control={control}
          name="name"
          label="Game Name"
          required
          autoFocus
          autoComplete="off"
          // reserves a line for the error, so that the buttons do not move under the pointer on blur
          helperText=" "
          rules={{ validate: (text) => text.trim() !== '' || 'Game name is required' }}
        />
        <SelectField control={control} name="type" label="Game Type" options={GAME_TYPES} />
      </Stack>
    </FormDialog>
  )
}
