import { styled } from '@mui/material/styles'

/** Names a chart: the surface it is drawn on may not carry a name itself. */
export const Figure = styled('figure')({ margin: 0, position: 'relative' })

/** What a chart draws, for those to whom it is read, where no table on the screen says the same. */
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
