import { styled } from '@mui/material/styles'

/** Names a chart: the surface it is drawn on may not carry a name itself. */
export const Figure = styled('figure')({ margin: 0 })
