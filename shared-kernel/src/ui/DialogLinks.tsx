import Stack from '@mui/material/Stack'
import { Link } from 'react-router-dom'

export interface DialogLink {
  label: string
  /** An address of the console. */
  to: string
}

/** Where one can go on to from what a dialog shows: quiet, below its facts. */
export function DialogLinks({ links }: { links: readonly DialogLink[] }) {
  if (links.length === 0) return null
  return (
    <Stack
      component="nav"
      aria-label="Related"
      direction="row"
      sx={{
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        typography: 'body2',
        '& a': { color: 'primary.main', textUnderlineOffset: '0.2em' },
        '& a:not(:hover, :focus-visible)': { textDecoration: 'none' },
      }}
    >
      {links.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </Stack>
  )
}
