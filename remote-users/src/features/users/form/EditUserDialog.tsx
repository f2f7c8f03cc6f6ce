import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useVersionedForm, fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import { type ApiMutation, useCurrentUser } from '@console/shared-kernel/core'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/rules'
import { FormDialog, FormField, PasswordField } from '@console/shared-kernel/form'
import { explainLostAnswer, lostAnswerText } from '../lostAnswers'
import { showUpdatedUser, updateUser } from './api'
import { CountryField, LockableSelect, PasswordHelp } from './fields'
import { formOf, type UserForm } from './model'
import { useUserForm } from './useUserForm'

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** Fields that are saved with the form and may be changed elsewhere. */
const MERGED_PARTS: readonly FormPart<User>[] = [
  fieldPart('isBlocked', 'Status', (isBlocked) => (isBlocked ? 'Bloqueado' : 'Activo')),
  fieldPart('nameClient', 'Client name'),
  fieldPart('quitPass', 'Remove password', yesOrNo),
  fieldPart('blockDisabled', 'Block button disabled', yesOrNo),
  fieldPart('technicianClients', 'Technician clients'),
]

function unknownText({ version }: User, hasPassword: boolean): string {
  const saved = `the ${hasPassword ? 'new password was' : 'changes were'} saved.`
  return lostAnswerText(version === null ? saved : `${saved} Saving again is safe.`)
}

/** Edits the password, the client's name and, except for oneself, the technician's clients. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const isOneself = useCurrentUser().userId === user.userId
  const client = useQueryClient()
  const versioned = useVersionedForm<User, User>({
    what: `user ${user.userName}`,
    read: user,
    versionOf: ({ version }) => version,
    normalise: normaliseUser,
    formOf: (read) => read,
    parts: () => MERGED_PARTS,
    unseen: 'No visible field differs. A new password may have been set.',
    onMerged: (merged, now) => {
      form.reset(formOf(now), { keepDirtyValues: true })
      for (const name of ['nameClient', 'technicianClients'] as const)
        form.setValue(name, merged[name], { shouldDirty: true })
      return showUpdatedUser(client, user.userId, now)
    },
  })
  const { base } = versioned
  const values = formOf(base)
  const write: ApiMutation<UserForm, User | null> = {
    call: ({ password, currentPassword, nameClient, technicianClients }) => {
      const changes = {
        password,
        ...(isOneself && password !== '' && { currentPassword }),
        ...(nameClient !== base.nameClient && { nameClient: nameClient.trim() }),
        ...(technicianClients !== base.technicianClients && { technicianClients }),
      }
      return updateUser({ user: base, changes, headers: versioned.headersFor(changes) }).catch(
        explainLostAnswer(unknownText(base, password !== '')),
      )
    },
    patch: (_, now) => showUpdatedUser(client, user.userId, now),
    toastKey: `user.edit.${user.userId}`,
    successToast: () => 'Usuario actualizado con éxito',
    onSuccess: onClose,
  }
  const { form, control, changed, error, setPassword, submit } = useUserForm(
    values,
    write,
    (failure, { nameClient, technicianClients }) =>
      versioned.ask(failure, { ...base, nameClient, technicianClients }),
  )
  const [password, nameClient] = useWatch({ control, name: ['password', 'nameClient'] })
  const needsCurrentPassword = password !== '' && isOneself
  return (
    <>
      <FormDialog
        title="Edit User"
        subtitle={user.userName}
        submitLabel="Save Changes"
        changed={changed}
        error={error}
        onSubmit={submit}
        onClose={onClose}
      >
        <Stack sx={{ gap: 2 }}>
          <FormField control={control} name="userName" label="Username" readOnly autoComplete="off" />
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
            names={{ userName: base.userName, nameClient }}
            onGenerate={setPassword}
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
          <FormField
            control={control}
            name="nameClient"
            label="Client name"
            autoComplete="off"
            helperText="Empty: the username"
          />
          {!isOneself && (
            <FormField
              control={control}
              name="technicianClients"
              label="Technician clients"
              autoComplete="off"
            />
          )}
        </Stack>
      </FormDialog>
      {versioned.dialog}
    </>
  )
}
