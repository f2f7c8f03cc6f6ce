import type { ReactNode } from 'react'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'

interface Props {
  id: string
  title: ReactNode
  /** Of whom or what the title speaks; no part of the dialog's name. */
  subtitle?: ReactNode
}

/** What a dialog does, and below it to whom. */
export function DialogHeading({ id, title, subtitle }: Props) {
  return (
    <>
      <DialogTitle id={id} sx={subtitle ? { pb: 0 } : {}}>
        {title}
      </DialogTitle>
      {subtitle && (
        <Typography
          id={subtitleId(id)}
          variant="body2"
          sx={{ px: 3, pb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {subtitle}
        </Typography>
      )}
    </>
  )
}

/** @param titleId of the dialog's title */
export const subtitleId = (titleId: string): string => `${titleId}-of`
