import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

interface DescriptionListProps {
  title?: string
  /** A width in pixels; if it is set, each value is to the right of its label. */
  labelWidth?: number
  facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Labels must be unique within a list: they are the React keys. */
export function DescriptionList({ title, labelWidth, facts }: DescriptionListProps) {
  const layout = labelWidth && { display: 'grid', gridTemplateColumns: `${labelWidth}px 1fr`, gap: 2 }
  return (
    <Box component="section">
      {title && (
        <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
      )}
      <Stack component="dl" sx={{ m: 0, gap: 1 }}>
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ alignItems: 'baseline', ...layout }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Box>
  )
}
