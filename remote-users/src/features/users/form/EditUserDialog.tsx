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
import { PasswordField, PasswordHelp } from './PasswordField'
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
        <CountryField from={user} />
        <PasswordField
          control={control}
          name="password"
          label="New Password"
          autoFocus
          autoComplete="new-password"
          helperText={<PasswordHelp text="Leave empty to keep current password" />}
        />
        {needsCurrentPassword && (
          <PasswordField
            control={control}
            name="currentPassword"
            label="Current password"
            required
            autoComplete="current-password"
          />
        )}
      </Stack>
    </FormDialog>
  )
}
