import type { FormEvent, ReactNode } from 'react'
import Stack from '@mui/material/Stack'

interface Props {
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

export function DialogForm({ onSubmit, children }: Props) {
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
