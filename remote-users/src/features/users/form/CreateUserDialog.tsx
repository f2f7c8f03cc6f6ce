import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { countriesQuery, createContentKeys, LevelChip, putRow } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { childLevels, levelName } from '@console/shared-kernel/rules'
import { FormDialog, FormField, PasswordField } from '@console/shared-kernel/form'
import { explainLostAnswer, keyHeader, lostAnswerText } from '../lostAnswers'
import { explainMissingParent } from '../texts'
import { createUser } from './api'
import { CountryField, LockableSelect, PasswordHelp } from './fields'
import { createdMessage, createLabel, createTitle, formUnder, newCountryIdOf } from './model'
import { useUserForm } from './useUserForm'

const unknownText = ({ version }: User): string =>
  lostAnswerText(
    `the user was created. ${version === null ? 'Look for it in the list before you save again.' : 'Saving again is safe.'}`,
  )

interface Props {
  parent: User
  /** True if the viewer was not asked for a parent, because there is only one. */
  onlyParent: boolean
  /** Not called if the server does not return the user. */
  onCreated?: (user: User) => void
  onClose: () => void
}

export function CreateUserDialog({ parent, onlyParent, onCreated, onClose }: Props) {
  const queryClient = useQueryClient()
  const [keyFor, setKeyFor] = useState(createContentKeys)
  const [another, setAnother] = useState(false)
  const [made, setMade] = useState(0)
  const readCountries = () => queryClient.ensureQueryData(countriesQuery).catch(() => [])
  const { form, control, changed, error, setPassword, submit } = useUserForm(formUnder(parent), {
    call: async (values) => {
      // the API expects the country's id, but the parent may have only its name
      const countries = parent.countryId === 0 && parent.countryName !== null ? await readCountries() : []
      const country = { countryId: newCountryIdOf(parent, countries) }
      const user = { ...values, ...country, parentUserId: parent.userId }
      return createUser(user, keyHeader(parent.version, keyFor(user)))
        .catch(explainMissingParent)
        .catch(explainLostAnswer(unknownText(parent)))
    },
    patch: async (client, made) => {
      if (made) await putRow(client, 'users', made)
    },
    toastKey: 'user.create',
    successToast: (_, values) => createdMessage(values),
    onSuccess: (user, { level }) => {
      if (user) onCreated?.(user)
      if (!another) return onClose()
      // from now on, the same content is a new request, which fails because the name is taken
      setKeyFor(createContentKeys)
      form.reset({ ...formUnder(parent), level })
      setMade(made + 1)
    },
  })
  const [level, userName] = useWatch({ control, name: ['level', 'userName'] })
  const levels = childLevels(parent.level)

  return (
    <FormDialog
      title={createTitle(level)}
      submitLabel={createLabel(level)}
      changed={changed}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack key={made} sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {'Under '}
            <strong>{parent.userName}</strong>
          </Typography>
          <LevelChip level={parent.level} />
        </Stack>
        {onlyParent && (
          <Alert severity="info" role="status">
            No hay otros usuarios padre disponibles. El nuevo usuario se creará bajo tu cuenta.
          </Alert>
        )}
        <FormField
          control={control}
          name="userName"
          label="Username"
          required
          autoFocus
          autoComplete="off"
          rules={{ validate: (name) => name.trim() !== '' || 'Username is required' }}
        />
        <Controller
          control={control}
          name="level"
          render={({ field, fieldState }) => (
            <LockableSelect
              label="User Type"
              value={field.value}
              options={levels.map((id) => ({ id, name: levelName(id) }))}
              onChange={levels.length > 1 ? field.onChange : undefined}
              error={fieldState.error?.message}
            />
          )}
        />
        <CountryField from={parent} idOf={newCountryIdOf} formError={error} />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          required
          autoComplete="new-password"
          names={{ userName, nameClient: userName }}
          onGenerate={setPassword}
          helperText={<PasswordHelp text="Required for new users" />}
          rules={{ required: 'Password is required for new users' }}
        />
        <FormControlLabel
          label="Create another"
          control={<Checkbox checked={another} onChange={(event) => setAnother(event.target.checked)} />}
        />
      </Stack>
    </FormDialog>
  )
}
