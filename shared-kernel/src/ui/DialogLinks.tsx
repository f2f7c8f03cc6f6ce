import Stack from '@mui/material/Stack'
import { Link } from 'react-router-dom'
import type { OpenKind } from '../client/opened'
import { useIsServed, useOffersPanel } from '../client/pageContext'
import { OpenLink } from './OpenLink'

export interface DialogLink {
  label: string
  to: string
  /** A panel that opens instead of `to`, if the console has it. */
  opens?: { kind: OpenKind; id: string | number }
}

interface Props {
  links: readonly DialogLink[]
  onFollow?: (() => void) | undefined
}

/** Links to the screens that the console has. */
export function DialogLinks({ links, onFollow }: Props) {
  const isServed = useIsServed()
  const offersPanel = useOffersPanel()
  const served = links.filter(({ to, opens }) => isServed(to) || (opens && offersPanel(opens.kind)))
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
      {served.map(({ label, to, opens }) =>
        opens ? (
          <OpenLink key={to} opens={opens} otherwise={to} onClick={onFollow}>
            {label}
          </OpenLink>
        ) : (
          <Link key={to} to={to} onClick={onFollow}>
            {label}
          </Link>
        ),
      )}
    </Stack>
  )
}
