import { useForm } from 'react-hook-form'
import { CallError, showToast, useApiMutation, type ApiMutation } from '@console/shared-kernel/core'
import { showServerErrors } from '@console/shared-kernel/form'
import { failureText, formFailureText } from '../texts'
import type { UserForm } from './model'

/** Form fields by the server's names. */
const FIELDS = {
  userName: 'userName',
  password: 'password',
  currentPassword: 'currentPassword',
  levelU: 'level',
  nameClient: 'nameClient',
  listaClientesTecnico: 'technicianClients',
} as const

const NAME_TAKEN = 409

/**
 * A user form and its submission. If the server rejects it, the input stays, with the error at its field.
 *
 * @param write called with the values, the name trimmed
 * @param ask handles a conflict with what was typed; resolves to true if it shows the failure itself
 */
export function useUserForm<Output>(
  defaultValues: UserForm,
  write: ApiMutation<UserForm, Output>,
  ask?: (failure: unknown, typed: UserForm) => Promise<boolean>,
) {
  const form = useForm<UserForm>({ defaultValues })

  const showFailure = async (failure: unknown) => {
    if (await ask?.(failure, form.getValues())) return
    if (showServerErrors(failure, FIELDS, form.setError)) return
    const message = formFailureText(failure)
    if (failure instanceof CallError && failure.status === NAME_TAKEN) {
      form.setError('userName', { type: 'server', message }, { shouldFocus: true })
      return
    }
    form.setError('root.server', { message })
    const { toastKey } = write
    const key = typeof toastKey === 'function' ? toastKey(form.getValues()) : toastKey
    showToast(failureText(failure), 'error', key)
  }
  const { run } = useApiMutation({ ...write, onError: showFailure })
  const { errors, isDirty } = form.formState
  return {
    form,
    control: form.control,
    setPassword: (password: string) =>
      form.setValue('password', password, { shouldDirty: true, shouldValidate: true }),
    changed: isDirty,
    error: errors.root?.server?.message,
    submit: form.handleSubmit((typed) => run({ ...typed, userName: typed.userName.trim() })),
  }
}
