import { useId, type ReactNode, type Ref } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

/** Its button has the text at the edge. */
const ROW = {
  alignItems: 'center',
  justifyContent: 'space-between',
  '& > button': { flexShrink: 0, minWidth: 0, mr: -1 },
} as const

interface SectionProps {
  title: string
  /** Lets the heading receive the focus. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  action?: ReactNode
  children: ReactNode
}

export function Section({ title, headingRef, action, children }: SectionProps) {
  const id = useId()
  return (
    <Stack component="section" aria-labelledby={id} sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ ...ROW, gap: 1, minHeight: 36 }}>
        <Typography
          id={id}
          ref={headingRef}
          component="h3"
          variant="subtitle1"
          {...(headingRef && { tabIndex: -1 })}
          sx={{ fontWeight: 500 }}
        >
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Stack>
  )
}

interface ItemProps {
  primary: string
  secondary?: string
  warning?: string | undefined
  action?: ReactNode
}

/** An item of a list, with its actions at the end. */
export function Item({ primary, secondary, warning, action }: ItemProps) {
  return (
    <Stack component="li" direction="row" sx={{ ...ROW, gap: 2, py: 0.5 }}>
      <div>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{primary}</Typography>
        {secondary && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {secondary}
          </Typography>
        )}
        {warning && (
          <Typography variant="body2" sx={{ color: 'warning.main' }}>
            {warning}
          </Typography>
        )}
      </div>
      {action}
    </Stack>
  )
}

export const LIST = { m: 0, p: 0, listStyle: 'none' } as const
