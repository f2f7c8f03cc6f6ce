import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { isOutcomeUnknown, isStale, messageOf, newKey, useApiMutation } from '@console/shared-kernel/core'
import { showServerErrors } from '@console/shared-kernel/form'
import { type PasswordUpdate, readOwnRecord, savePassword } from './api'

interface PasswordForm {
  currentPassword: string
  password: string
  repeated: string
}

const EMPTY: PasswordForm = { currentPassword: '', password: '', repeated: '' }

/** Form fields by the server's names. */
const FIELDS = { currentPassword: 'currentPassword', password: 'password' } as const

const STALE = 'Your user was changed meanwhile, so nothing was saved now. Save again.'
const REJECTED = 'The password could not be changed. Please try again.'

/** The form for the user's own new password, and its submission. After a failure all input stays. */
export function usePasswordChange(onChanged: () => void) {
  const form = useForm<PasswordForm>({ defaultValues: EMPTY })
  /** The last request; null if the user's record could not be read. */
  const sent = useRef<PasswordUpdate | null>(null)
  const answerLost = useRef(false)

  /** The same change is sent again with its key and version, so that it cannot be made twice. */
  const updateTo = async ({ currentPassword, password }: PasswordForm): Promise<PasswordUpdate> => {
    const last = sent.current
    if (last?.changes.currentPassword === currentPassword && last.changes.password === password) return last
    sent.current = null
    const user = await readOwnRecord()
    return (sent.current = { user, changes: { password, currentPassword }, key: newKey() })
  }

  const showFailure = (failure: unknown) => {
    if (isOutcomeUnknown(failure) && sent.current !== null) answerLost.current = true
    else if (!showServerErrors(failure, FIELDS, form.setError)) {
      form.setError('root.server', { message: isStale(failure) ? STALE : messageOf(failure, REJECTED) })
    }
    // a later rejection does not reveal the outcome of the lost request
    if (answerLost.current) form.setError('root.lost', {})
    if (isStale(failure)) sent.current = null
  }

  const { run } = useApiMutation({
    call: async (typed: PasswordForm) => savePassword(await updateTo(typed)),
    toastKey: 'password',
    // the server keeps the session that sets a password, which all tabs of this browser share
    successToast: () => 'Password changed. Your sessions in other browsers have ended.',
    onSuccess: onChanged,
    onError: showFailure,
  })
  const { errors, isDirty } = form.formState
  return {
    control: form.control,
    changed: isDirty,
    error: errors.root?.server?.message,
    isOutcomeUnknown: errors.root?.lost !== undefined,
    submit: form.handleSubmit(run),
  }
}
