import { memo } from 'react'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { ACTIVITY_VIEW, type ActivityFilters, DEFAULT_SHIFT, RANGES } from './view'

const SHIFT = 'shift'
const NAMES = Object.keys(ACTIVITY_VIEW) as (keyof ActivityFilters)[]
const DAYS = ['from', 'to'] as const

interface Props {
  range: string
  shift: string
  offersShift: boolean
  set: { readonly [Name in keyof ActivityFilters]: (value: ActivityFilters[Name]) => void }
}

/** At most one: a second click clears it. Memoised so that typing in the search does not rerender it. */
export const Periods = memo(function Periods({ range, shift, offersShift, set }: Props) {
  const choose = (period: string | null) => {
    // a shift's totals cover everything done in it, so choosing it clears all filters
    const cleared = period === SHIFT ? NAMES : DAYS
    for (const name of cleared) set[name]('')
    set.range(period === null || period === SHIFT ? '' : period)
    set.shift(period === SHIFT ? DEFAULT_SHIFT : '')
  }
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Period"
      value={shift === '' ? range : SHIFT}
      onChange={(_event, next: string | null) => choose(next)}
      sx={{ alignSelf: 'start' }}
    >
      {RANGES.map(({ name, label }) => (
        <ToggleButton key={name} value={name}>
          {label}
        </ToggleButton>
      ))}
      {offersShift && <ToggleButton value={SHIFT}>My shift</ToggleButton>}
    </ToggleButtonGroup>
  )
})
