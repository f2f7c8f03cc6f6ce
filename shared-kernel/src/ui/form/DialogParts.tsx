import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import Stack from '@mui/material/Stack'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { proofAskedStore } from '../../client/proof'
import { useStore } from '../../client/store'
import { SLOW_AFTER_MS, slowText } from '../../client/useApiMutation'

interface DialogFormProps {
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

export function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events of a nested dialog bubble to this form
    event.stopPropagation()
    onSubmit(event.currentTarget)
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ minHeight: 0 }}>
      {children}
    </Stack>
  )
}

interface DialogHeadingProps {
  id: string
  title: ReactNode
  /** Not part of the dialog's name. */
  subtitle?: ReactNode
}

export function DialogHeading({ id, title, subtitle }: DialogHeadingProps) {
  return (
    <>
      <DialogTitle id={id} sx={subtitle ? { pb: 0 } : {}}>
        {title}
      </DialogTitle>
      {subtitle && (
        <Typography id={subtitleId(id)} variant="body2" sx={{ px: 3, pb: 2, color: 'text.secondary' }}>
          {subtitle}
        </Typography>
      )}
    </>
  )
}

export const subtitleId = (titleId: string): string => `${titleId}-of`

/**
 * A notice in a dialog whose action is taking long. Its live region is rendered beforehand, without taking
 * space, because screen readers announce only what appears in an existing region.
 */
export function SlowNotice({ sx }: { sx?: object }) {
  const [isSlow, setIsSlow] = useState(false)
  const isProofAsked = useStore(proofAskedStore)
  useEffect(() => {
    if (isProofAsked) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isProofAsked])
  return (
    <Box role="status" sx={{ ...sx, '&:empty': { position: 'absolute' } }}>
      {isSlow && (
        <Alert severity="info" role="presentation">
          {slowText()}
        </Alert>
      )}
    </Box>
  )
}
