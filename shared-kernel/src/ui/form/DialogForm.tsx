import type { FormEvent, ReactNode } from 'react'
import Stack from '@mui/material/Stack'

interface Props {
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** The form between a dialog's frame and its parts; the content alone scrolls. */
export function DialogForm({ onSubmit, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // a dialog over another one is inside it for React, and its events would reach that one's form
    event.stopPropagation()
    onSubmit(event.currentTarget)
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ minHeight: 0 }}>
      {children}
    </Stack>
  )
}
