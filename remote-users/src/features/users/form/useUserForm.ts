import { useState } from 'react'
import { CallError, isSessionOver, showToast } from '@console/shared-kernel/core'
import { showServerErrors, useForm } from '@console/shared-kernel/form'
import { failureText, formFailureText } from '../failures'
import type { UserForm } from './model'

/** The form's field for each name that the server calls it by. */
const FIELDS = {
  userName: 'userName',
  password: 'password',
  currentPassword: 'currentPassword',
  levelU: 'level',
} as const

const NAME_TAKEN = 409

/**
 * The form of a user and its way to the server. What the server refuses stays in the form, with the reason
 * where it can be mended.
 *
 * @param save the write; it may reject
 * @param onSaved called with what was saved
 */
export function useUserForm(
  defaultValues: UserForm,
  save: (values: UserForm) => Promise<unknown>,
  onSaved: (values: UserForm) => void,
) {
  const form = useForm<UserForm>({ defaultValues })
  const [error, setError] = useState<string | null>(null)

  const showFailure = (failure: unknown) => {
    if (isSessionOver(failure) || showServerErrors(failure, FIELDS, form.setError)) return
    const message = formFailureText(failure)
    if (failure instanceof CallError && failure.status === NAME_TAKEN) {
      form.setError('userName', { type: 'server', message }, { shouldFocus: true })
      return
    }
    setError(message)
    showToast(failureText(failure), 'error')
  }
  const submit = form.handleSubmit(async (typed) => {
    setError(null)
    const values = { ...typed, userName: typed.userName.trim() }
    try {
      await save(values)
    } catch (failure) {
      showFailure(failure)
      return
    }
    onSaved(values)
  })
  return { control: form.control, changed: form.formState.isDirty, error, submit }
}
