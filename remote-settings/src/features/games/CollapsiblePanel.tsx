import { useId, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import ExpandIcon from '@mui/icons-material/ExpandMore'

interface Props {
  title: string
  expanded: boolean
  onToggle: () => void
  /** Next to the title, outside the toggle button. */
  actions: ReactNode
  /** Visible even when collapsed. */
  notice: ReactNode
  /** Label of the spinner of a collapsed panel; null for none. */
  waitingFor: string | null
  children: ReactNode
}

export function CollapsiblePanel(props: Props) {
  const { title, expanded, onToggle, actions, notice, waitingFor, children } = props
  const contentId = useId()
  const waiting = waitingFor !== null && !expanded
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={{ p: { xs: 1.5, sm: 2 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography component="h2" variant="h2" sx={{ flexGrow: 1, minWidth: 0, position: 'relative' }}>
          <Button
            color="inherit"
            fullWidth
            aria-expanded={expanded}
            aria-controls={expanded ? contentId : undefined}
            startIcon={
              <ExpandIcon
                sx={{ transform: expanded ? 'none' : 'rotate(-90deg)', opacity: waiting ? 0 : 1 }}
              />
            }
            onClick={onToggle}
            sx={{ font: 'inherit', minHeight: 0, justifyContent: 'flex-start', textAlign: 'start', px: 0.5 }}
          >
            {title}
          </Button>
          {waiting && (
            // in place of the arrow, but outside the button, whose name it would change
            <CircularProgress
              size={20}
              aria-label={waitingFor}
              sx={{
                position: 'absolute',
                insetInlineStart: 0,
                top: 'calc(50% - 10px)',
                pointerEvents: 'none',
              }}
            />
          )}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', flexShrink: 0, gap: 1 }}>
          {actions}
        </Stack>
      </Stack>
      {notice}
      {expanded && <Box id={contentId}>{children}</Box>}
    </Paper>
  )
}
