import Box from '@mui/material/Box'
import { OpenLink } from '@console/shared-kernel/view'
import { panelOf, type Subject } from './model'

/** A link in a text is underlined: its colour alone would not tell it from the words around it. */
const LINK = { color: 'primary.main', typography: 'body2', textUnderlineOffset: '0.2em' }

/** The name of a machine or user, which opens its panel. */
export const SubjectLink = ({ subject }: { subject: Subject }) => (
  <Box component={OpenLink} {...panelOf(subject)} sx={LINK}>
    {subject.name}
  </Box>
)
