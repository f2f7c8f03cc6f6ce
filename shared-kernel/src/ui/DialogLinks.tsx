import Stack from '@mui/material/Stack'
import { Link } from 'react-router-dom'
import { useIsServed } from '../client/pageContext'

export interface DialogLink {
  label: string
  to: string
}

interface Props {
  links: readonly DialogLink[]
  onFollow?: (() => void) | undefined
}

/** Links to the screens that the console has. */
export function DialogLinks({ links, onFollow }: Props) {
  const isServed = useIsServed()
  const served = links.filter(({ to }) => isServed(to))
  if (served.length === 0) return null
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
        '& a': { minWidth: 0, color: 'primary.main', textUnderlineOffset: '0.2em' },
        '& a:not(:hover, :focus-visible)': { textDecoration: 'none' },
      }}
    >
      {served.map(({ label, to }) => (
        <Link key={to} to={to} onClick={onFollow}>
          {label}
        </Link>
      ))}
    </Stack>
  )
}
