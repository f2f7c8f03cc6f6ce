import { useState } from 'react'
import Typography from '@mui/material/Typography'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { failureText } from './api'

const FAILED = 'The second factor could not be changed. Please try again.'
const REPLACED = 'The codes that you have now will no longer work.'
const MISSED =
  'Your second factor was added, but its recovery codes have not arrived. Get new ones, so that you can sign in without it.'

/** `missed`: the answer with the codes was lost. */
export type Asked = { removes: { name: string; call: () => Promise<void> } } | { renews: 'held' | 'missed' }

interface Props {
  asked: Asked
  onRenew: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

/** Asks before a factor is removed, or recovery codes are replaced: a fresh proof would make it one click. */
export function FactorQuestion({ asked, onRenew, onDone, onClose }: Props) {
  const [error, setError] = useState<string | null>(null)
  const confirm = async (call: () => Promise<void>, done: () => void) => {
    setError(null)
    try {
      await call()
      done()
    } catch (failure) {
      setError(failureText(failure, FAILED))
    }
  }
  if ('removes' in asked) {
    const { name, call } = asked.removes
    return (
      <ConfirmDialog
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        destructive
        error={error}
        onConfirm={() => confirm(call, onDone)}
        onClose={onClose}
      >
        <Typography>You can no longer confirm with it that it is you.</Typography>
      </ConfirmDialog>
    )
  }
  const isMissed = asked.renews === 'missed'
  return (
    <ConfirmDialog
      title="New recovery codes"
      confirmLabel="New codes"
      cancelLabel={isMissed ? 'Not now' : 'Cancel'}
      addressed
      error={error}
      onConfirm={() => confirm(onRenew, () => undefined)}
      onClose={onClose}
    >
      <Typography>{isMissed ? MISSED : REPLACED}</Typography>
    </ConfirmDialog>
  )
}
