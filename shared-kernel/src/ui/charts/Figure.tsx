import { styled } from '@mui/material/styles'

/** Gives a chart an accessible name, which its own element cannot have. */
export const Figure = styled('figure')({ margin: 0, position: 'relative' })

/** The chart as text for screen readers, if no table has the same data. */
export const SpokenList = styled('ul')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: 0,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
