import {
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { AddressPanel } from '../../client/navigationGuard'
import { useClose } from '../../client/opened'
import { isFocusLostFrom, useFocusRecovery } from '../focus'
import { isTypedInto } from '../shortcuts'
import { chipStyles } from '../table/cells'
import { useClosedByEscape } from './useClosedByEscape'

interface Props {
  /** The title, which also names the region. */
  title: string
  /** Chips after the title: `CellChip`, as in lists. */
  mark?: ReactNode
  subtitle?: ReactNode
  /** The content is still loading: placeholder bars are shown instead. */
  busy?: boolean
  children?: ReactNode
}

/** The facts about one machine or user, next to the screen. It scrolls on its own, and Escape closes it. */
export function Panel({ title, mark, subtitle, busy = false, children }: Props) {
  const titleId = useId()
  const { close } = useClose()
  const isBeside = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const panel = useRef<HTMLElement>(null)
  useFocusRecovery()
  useClosedByEscape(panel)

  const focusAtFirst = useEffectEvent(() => {
    if (!isBeside || isOpenedByKeyboard()) panel.current?.focus({ preventScroll: true })
  })
  useEffect(() => focusAtFirst(), [])

  // when the subject changes, the link that was followed may be gone, and the content starts at the top
  useEffect(() => {
    const element = panel.current
    if (!element || !isFocusLostFrom(element)) return
    element.scrollTop = 0
    element.focus({ preventScroll: true })
  }, [title])

  const closeByPointer = ({ nativeEvent }: ReactMouseEvent) => {
    ignoreSecondClick(nativeEvent)
    close()
  }

  return (
    <Box
      component="section"
      ref={panel}
      aria-labelledby={titleId}
      aria-busy={busy}
      tabIndex={-1}
      // on a phone it covers the page, so a focus ring would say nothing
      data-new-page={isBeside ? undefined : ''}
      sx={[
        {
          height: '100%',
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          bgcolor: 'background.paper',
          '&:focus-visible:not([data-new-page]) > header': { boxShadow: restOfFocusRing },
        },
        chipStyles,
      ]}
    >
      <Stack
        component="header"
        direction="row"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          alignItems: 'flex-start',
          gap: 1,
          px: { xs: 2, md: 3 },
          py: 2,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack
            direction="row"
            sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 32 }}
          >
            <Typography id={titleId} variant="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {mark}
          </Stack>
          {subtitle && (
            <Typography
              component="div"
              variant="body2"
              sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
            >
              {subtitle}
            </Typography>
          )}
        </Box>
        <Tooltip title="Close panel">
          <IconButton aria-label="Close panel" size="small" edge="end" onClick={closeByPointer}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
      <Stack sx={{ gap: 3, px: { xs: 2, md: 3 }, py: 3 }}>
        {busy ? <Bars /> : <AddressPanel>{children}</AddressPanel>}
      </Stack>
    </Box>
  )
}

/** The longest time between the clicks of a double click on most systems. */
const DOUBLE_CLICK_MS = 500
/** A distance in pixels. */
const SAME_PLACE = 10

/** Ignores a second click in the same place, which would hit whatever has moved under the pointer. */
function ignoreSecondClick({ clientX, clientY }: MouseEvent): void {
  // a click by keyboard has no position
  if (clientX === 0 && clientY === 0) return
  const listening = new AbortController()
  const ignore = (second: MouseEvent) => {
    const distance = Math.hypot(second.clientX - clientX, second.clientY - clientY)
    if (distance > SAME_PLACE) return
    second.preventDefault()
    second.stopPropagation()
  }
  // after the first click has been handled
  setTimeout(() => addEventListener('click', ignore, { capture: true, signal: listening.signal }))
  setTimeout(() => listening.abort(), DOUBLE_CLICK_MS)
}

/** The header covers the top of the panel's focus ring, so it draws that part itself. */
const restOfFocusRing = ({ palette: { primary } }: Theme): string =>
  ['2px 0', '-2px 0', '0 2px'].map((side) => `inset ${side} ${primary.main}`).join(', ')

const Bars = () => (
  <Stack role="status" aria-label="Loading" sx={{ gap: 2 }}>
    {['60%', '100%', '100%', '80%'].map((width, index) => (
      <Skeleton key={index} variant="rounded" width={width} height={index === 0 ? 32 : 24} />
    ))}
  </Stack>
)

/** After a click, the focus stays in the list. */
function isOpenedByKeyboard(): boolean {
  const focused = document.querySelector('body :focus-visible')
  return focused !== null && !isTypedInto(focused)
}

interface SectionProps {
  title: string
  /** Shown at the end of the title's line. */
  action?: ReactNode
  /** The section is still loading. */
  busy?: boolean
  children: ReactNode
}

/** A section of a panel, with a heading. */
export function PanelSection({ title, action, busy = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} aria-busy={busy}>
      <Stack
        direction="row"
        sx={{
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: 2,
          mb: 0.5,
          '& > .MuiButton-text': { mr: -1 },
        }}
      >
        <Typography id={titleId} component="h3" variant="overline" sx={{ color: 'text.secondary' }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  )
}

/** A link in a panel: not underlined until it is hovered or focused. */
export const PANEL_LINK = {
  minWidth: 0,
  color: 'primary.main',
  typography: 'body2',
  textUnderlineOffset: '0.2em',
  '&:not(:hover, :focus-visible)': { textDecoration: 'none' },
} as const

const SETTLED_AFTER_MS = 150

/** False for a moment after each change of `value`, so that stepping through rows does not call for each. */
export function useIsSettled(value: string | number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
