import { useId } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { RowAction } from '../table/RowActions'

interface Props {
  /** Actions in the same order as in a row; null keeps the place of a missing one. */
  actions: readonly (RowAction | null)[]
  /** The label of the action that stands out, on a line of its own. It must be the first. */
  primary?: string
}

/** Looks like a disabled button, even under the pointer. */
const DISABLED = {
  '&[aria-disabled=true]': {
    color: 'text.disabled',
    cursor: 'default',
    '&, &:hover': { bgcolor: 'action.hover' },
  },
} as const

/**
 * Sets how many of the other buttons each line has; all lines end at the same edge. With four or more, a line
 * has three, and the last two lines have two each if one button would otherwise be alone.
 */
const linesOf = (count: number) => ({
  flexWrap: 'wrap',
  gap: 1,
  '& > *': {
    flex: count > 3 ? '1 1 30%' : '1 1 auto',
    maxWidth: 'calc(50% - 4px)',
  },
  ...(count > 3 && count % 3 === 1 && { '& > :nth-last-of-type(-n + 4)': { flexBasis: '40%' } }),
  '& > .MuiButton-contained': { flexBasis: '100%', maxWidth: 'none' },
})

/**
 * The actions of a row as text buttons without icons. Below them are the reasons why some are disabled;
 * disabled buttons stay focusable.
 */
export function PanelActions({ actions: places, primary }: Props) {
  const id = useId()
  const actions = places.filter((action) => action !== null)
  const others = actions.filter(({ label, unavailable }) => label !== primary || unavailable)
  const reasons = [...new Set(actions.flatMap(({ unavailable }) => unavailable ?? []))]
  const reasonId = (reason: string) => `${id}-${reasons.indexOf(reason)}`
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack role="group" aria-label="Actions" direction="row" sx={linesOf(others.length)}>
        {places.map((action, place) => {
          if (!action) return null
          const { label, onClick, unavailable } = action
          return (
            <Button
              // not the label, which a click may change: the button would lose the focus. Not the index in
              // `actions` either: when another user is shown, the focus could pass to another action
              key={place}
              size="small"
              {...(label === primary && !unavailable
                ? { variant: 'contained' }
                : { variant: 'outlined', color: 'inherit', sx: DISABLED })}
              {...(unavailable && {
                'aria-disabled': true,
                'aria-describedby': reasonId(unavailable),
                disableRipple: true,
              })}
              // the second click of a double click would undo a toggle
              onClick={({ detail }) => !unavailable && detail < 2 && onClick()}
            >
              {label}
            </Button>
          )
        })}
      </Stack>
      {reasons.map((reason) => (
        <Typography key={reason} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {`${actions
            .filter(({ unavailable }) => unavailable === reason)
            .map(({ label }) => label)
            .join(', ')}: `}
          <span id={reasonId(reason)}>{reason}</span>
        </Typography>
      ))}
    </Stack>
  )
}
