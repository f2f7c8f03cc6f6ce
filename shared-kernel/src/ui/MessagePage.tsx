import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { PageTitle } from './PageTitle'

interface Props {
  title: string
  children: ReactNode
  action: ReactNode
  mark?: string
  /** A failure is read out at once. */
  failed?: boolean
}

/** A page outside the app shell, for a missing address or a failure. */
export function MessagePage({ title, children, action, mark, failed = false }: Props) {
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <PageTitle title={title} />
      <Stack
        {...(failed && { role: 'alert' })}
        sx={{ alignItems: 'center', gap: 1, maxWidth: 560, textAlign: 'center', overflowWrap: 'anywhere' }}
      >
        {mark && (
          <Typography component="p" variant="h3" sx={{ color: 'text.secondary' }}>
            {mark}
          </Typography>
        )}
        <Typography variant="h1">{title}</Typography>
        {children}
        <Box sx={{ mt: 2 }}>{action}</Box>
      </Stack>
    </Box>
  )
}
