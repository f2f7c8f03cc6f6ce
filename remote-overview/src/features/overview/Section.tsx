import type { ReactNode } from 'react'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import Box from '@mui/material/Box'
import { OpenLink } from '@console/shared-kernel/view'
import { panelOf, type Subject } from './model'

/** @property title also names the region */
export function Section({
  title,
  action,
  busy = false,
  children,
}: {
  title: string
  action?: ReactNode
  busy?: boolean
  children: ReactNode
}) {
  return (
    <Paper
      component="section"
      aria-label={title}
      aria-busy={busy}
      sx={{ p: 2, minWidth: 0, breakInside: 'avoid' }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 1.5,
          minHeight: 32,
          '& .MuiButton-text:last-child': { mr: -1 },
        }}
      >
        <Typography variant="h2">{title}</Typography>
        {action}
      </Stack>
      {children}
    </Paper>
  )
}

/** Links in text are underlined: colour alone would not distinguish them from the words around them. */
const LINK = { color: 'primary.main', typography: 'body2', textUnderlineOffset: '0.2em' }

/** The name of a machine or user, which opens its panel. */
export const SubjectLink = ({ subject }: { subject: Subject }) => (
  <Box component={OpenLink} {...panelOf(subject)} sx={LINK}>
    {subject.name}
  </Box>
)
