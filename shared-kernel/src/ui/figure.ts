import type { ComponentProps, ComponentType } from 'react'
import { styled } from '@mui/material/styles'
import { READ_OUT_ONLY } from './theme'

/** Gives a chart an accessible name, which its own element cannot have. */
export const Figure: ComponentType<ComponentProps<'figure'>> = styled('figure')({
  margin: 0,
  position: 'relative',
})

/** The chart as text for screen readers, if no table has the same data. */
export const SpokenList: ComponentType<ComponentProps<'ul'>> = styled('ul')({
  ...READ_OUT_ONLY,
  position: 'absolute',
  margin: 0,
  padding: 0,
})
