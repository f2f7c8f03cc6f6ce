import Stack from '@mui/material/Stack'
import { useWatch } from 'react-hook-form'
import { useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/rules'
import { FormDialog, FormField } from '@console/shared-kernel/form'
import { updateUser } from './api'
import { CountryField } from './CountryField'
import { LockableSelect } from './LockableSelect'
import { formOf } from './model'
import { useUserForm } from './useUserForm'

/** Of a user's fields the password alone can be changed here. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const isOneself = useCurrentUser().userId === user.userId
  const values = formOf(user)
  const { control, changed, error, submit } = useUserForm(values, {
    call: ({ password, currentPassword }) =>
      updateUser({ user, changes: { password, ...(isOneself && password !== '' && { currentPassword }) } }),
    successToast: () => 'Usuario actualizado con éxito',
    onSuccess: onClose,
  })
  const needsCurrentPassword = useWatch({ control, name: 'password' }) !== '' && isOneself
  return (
    <FormDialog
      title="Edit User"
      submitLabel="Save Changes"
      changed={changed}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <FormField
          control={control}
          name="userName"
          label="Username"
          required
          autoComplete="off"
          slotProps={{ input: { readOnly: true } }}
        />
        <LockableSelect
          label="User Type"
          value={values.level}
          options={[{ id: values.level, name: levelName(values.level) }]}
        />
        <CountryField countryId={values.countryId} from={user} />
        <FormField
          control={control}
          name="password"
          label="New Password"
          type="password"
          autoFocus
          autoComplete="new-password"
          helperText="Leave empty to keep current password"
        />
        {needsCurrentPassword && (
          <FormField
            control={control}
            name="currentPassword"
            label="Current password"
            type="password"
            required
            autoComplete="current-password"
          />
        )}
      </Stack>
    </FormDialog>
  )
}
