import { styled } from '@mui/material/styles'

/** Names a chart, whose own surface may not carry a name. */
export const Figure = styled('figure')({ margin: 0, position: 'relative' })

/** The chart as text for screen readers, where no table says the same. */
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
