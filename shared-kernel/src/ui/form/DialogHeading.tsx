import type { ReactNode } from 'react'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'

interface Props {
  id: string
  title: ReactNode
  /** Not part of the dialog's name. */
  subtitle?: ReactNode
}

export function DialogHeading({ id, title, subtitle }: Props) {
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
