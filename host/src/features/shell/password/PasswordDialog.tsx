import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { MIN_PASSWORD_LENGTH } from '@console/shared-kernel/contracts'
import { useCurrentUser } from '@console/shared-kernel/core'
import { FormDialog, PasswordField } from '@console/shared-kernel/form'
import { usePasswordChange } from './usePasswordChange'

/** The reference API's rule, which it checks itself. */
const RULE = `At least ${MIN_PASSWORD_LENGTH} characters; no common password, not your name`

const NO_MATCH = 'Does not match the new password'
const LOST =
  'The connection was lost: it is not known whether the password was changed. Saving again is safe. ' +
  'If the current password is refused then, enter the new one in its place.'

/** Every user can open it: those below level 1 have no row of their own in the list of users. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { userName, nameClient } = useCurrentUser()
  const { control, changed, error, isOutcomeUnknown, submit } = usePasswordChange(onClose)
  return (
    <FormDialog
      title="Change password"
      subtitle={userName}
      submitLabel="Save"
      busyLabel="Saving..."
      maxWidth="xs"
      changed={changed}
      error={error}
      notice={
        isOutcomeUnknown && (
          <Alert severity="warning" role="alert" sx={{ mt: error ? 1 : 0 }}>
            {LOST}
          </Alert>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {/* tells password managers whose password it is */}
        <input name="username" autoComplete="username" value={userName} readOnly hidden />
        <PasswordField
          control={control}
          name="currentPassword"
          label="Current Password"
          what="Current Password"
          required
          autoFocus
          autoComplete="current-password"
          rules={{ required: 'Current password is required' }}
        />
        <PasswordField
          control={control}
          name="password"
          label="New Password"
          what="New Password"
          required
          autoComplete="new-password"
          helperText={RULE}
          rules={{ required: 'New password is required' }}
          validatesToo="repeated"
          names={{ userName, nameClient }}
        />
        <PasswordField
          control={control}
          name="repeated"
          label="Repeat New Password"
          what="Repeat New Password"
          required
          autoComplete="new-password"
          rules={{ validate: (repeated, { password }) => repeated === password || NO_MATCH }}
        />
      </Stack>
    </FormDialog>
  )
}
