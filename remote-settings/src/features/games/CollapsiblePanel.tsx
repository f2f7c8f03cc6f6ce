import { useId, type ReactNode } from 'react'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Box, Button, Paper, Stack, Typography } from '@console/shared-kernel/core'

interface Props {
  title: string
  expanded: boolean
  onToggle: () => void
  /** Beside the title; pressing them folds nothing. */
  actions: ReactNode
  /** In sight whether folded or not. */
  notice: ReactNode
  children: ReactNode
}

export function CollapsiblePanel({ title, expanded, onToggle, actions, notice, children }: Props) {
  const contentId = useId()
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={{ p: { xs: 1.5, sm: 2 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography component="h2" variant="h2" sx={{ flexGrow: 1, minWidth: 0 }}>
          <Button
            color="inherit"
            fullWidth
            aria-expanded={expanded}
            aria-controls={expanded ? contentId : undefined}
            startIcon={<ExpandIcon sx={{ transform: expanded ? 'none' : 'rotate(-90deg)' }} />}
            onClick={onToggle}
            sx={{ font: 'inherit', justifyContent: 'flex-start', px: 0.5 }}
          >
            {title}
          </Button>
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
