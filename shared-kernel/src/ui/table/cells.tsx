import type { CSSProperties, ReactNode } from 'react'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import type { Theme } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { OpenKind } from '../../client/opened'
import { useIsServed, useOffersPanel } from '../../client/pageContext'
import { levelColour, levelName, LEVELS } from '../../domain/levels'
import type { TreePlace } from '../../domain/packedTreeRow'
import { levelShade } from '../LevelChip'
import { OpenLink } from '../OpenLink'
import { TEXT_SIZES, tint } from '../tokens'
import { useRowTabIndex } from './useRowFocus'
import { tipProps } from './useSharedTooltip'

/* Plain elements styled by the table's class, for speed (docs/adr/0003). Their styles are at the end. */

interface ChipProps {
  label: string
  /** Only for exceptions or a specified colour. 'quiet' is a dot before the text, for a normal state. */
  tone?: 'success' | 'warning' | 'error' | 'quiet' | undefined
  filled?: boolean
  /** A width in pixels. */
  minWidth?: number
}

export function CellChip({ label, tone, filled = false, minWidth }: ChipProps) {
  return (
    <span className={['chip', tone, filled && 'filled'].filter(Boolean).join(' ')} style={{ minWidth }}>
      {label}
    </span>
  )
}

/** A text that is cut off after two lines. */
export const CellText = ({ children }: { children: ReactNode }) => <span className="clamped">{children}</span>

export function LevelCell({ level }: { level: number }) {
  return <span className={`chip ${levelColour(level)}`}>{levelName(level)}</span>
}

interface LinkProps {
  to: string
  text: string
  tip: string
  /** The accessible name, which includes the text. */
  label: string
  /** The panel to open instead of `to`, if the console has it. */
  opens?: { kind: OpenKind; id: string | number } | undefined
}

/** Looks like text, because a table full of links would be hard to read. */
export function CellLink({ to, text, tip, label, opens }: LinkProps) {
  const tabIndex = useRowTabIndex()
  const isServed = useIsServed()
  const offersPanel = useOffersPanel()
  const props = { className: 'cell-link', 'aria-label': label, tabIndex, children: text, ...tipProps(tip) }
  if (opens && offersPanel(opens.kind)) return <OpenLink {...props} opens={opens} otherwise={to} />
  return isServed(to) ? <Link {...props} to={to} /> : text
}

interface LinesProps {
  children: ReactNode
  marks?: ReactNode
  /**
   * Small text below the first line. If there is no room, its last element is cut off first; marks and
   * elements of class `whole` never are. In the first line, the text is cut off.
   */
  second: ReactNode
}

export function TwoLines({ children, marks, second }: LinesProps) {
  return (
    <span className="lines">
      <span>
        <span>{children}</span> {marks}
      </span>{' '}
      <span className="second">{second}</span>
    </span>
  )
}

export function CellMark({ tone, label }: { tone: 'error' | 'warning'; label: string }) {
  return <span className={`mark ${tone}`}>{label}</span>
}

interface BranchProps {
  name: string
  place: TreePlace
  onExpand: (expanded: boolean) => void
  children: ReactNode
}

/** The button is only for the mouse. On the keyboard, arrow keys expand the row. */
export function BranchCell({ name, place: { level, expanded }, onExpand, children }: BranchProps) {
  return (
    <span className="branch" style={{ '--level': level } as CSSProperties}>
      {expanded === null ? (
        <i />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${expanded ? 'Collapse' : 'Expand'} ${name}`}
          aria-expanded={expanded}
          onClick={({ currentTarget }) => {
            currentTarget.closest('tr')?.focus()
            onExpand(!expanded)
          }}
        >
          <ChevronRightIcon fontSize="small" />
        </button>
      )}
      <span>{children}</span>
    </span>
  )
}

/** A width in pixels. */
export const EXPANDER_WIDTH = 24

const chipTones = ({ palette }: Theme) => {
  const tinted = (name: string, colour: string) => [
    `& .chip.${name}`,
    { color: colour, backgroundColor: tint(colour) },
  ]
  const tones = (['success', 'warning', 'error'] as const).flatMap((tone) => {
    const { main, contrastText } = palette[tone]
    return [tinted(tone, main), [`& .chip.${tone}.filled`, { color: contrastText, backgroundColor: main }]]
  })
  const levels = LEVELS.map((level) => tinted(levelColour(level), levelShade(level, palette.mode)))
  return Object.fromEntries([...tones, ...levels])
}

/**
 * Styles for chips in table cells and panels. Lengths have units: in `sx` they would be multiples of 8 px.
 */
export const chipStyles = (theme: Theme) => ({
  '& .chip': {
    display: 'inline-block',
    verticalAlign: 'middle',
    boxSizing: 'border-box',
    maxWidth: '100%',
    padding: '0 8px',
    // visible in high contrast, which removes all backgrounds
    border: '1px solid transparent',
    borderRadius: '11px',
    textAlign: 'center' as const,
    // otherwise, printed white text would have no background
    printColorAdjust: 'exact' as const,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: theme.typography.pxToRem(TEXT_SIZES.small),
    fontWeight: 500,
    lineHeight: '20px',
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.action.hover,
  },
  '& .chip.quiet': {
    padding: 0,
    background: 'none',
    fontWeight: 400,
    '&::before': {
      content: '""',
      display: 'inline-block',
      width: '6px',
      height: '6px',
      marginRight: '6px',
      borderRadius: '50%',
      verticalAlign: 'middle',
      backgroundColor: theme.palette.success.main,
    },
  },
  ...chipTones(theme),
})

const CUT = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const

const lineStyles = ({ palette, typography }: Theme) => ({
  '& .lines': { display: 'block', lineHeight: '17px' },
  '& .lines > span': { display: 'flex', alignItems: 'center', gap: 6 },
  '& .lines > .second': { color: palette.text.secondary, fontSize: typography.pxToRem(12) },
  '& .lines > .second > * + *::before': { content: '"·" / ""', marginRight: 6 },
  // the first text is cut off, the rest stays
  '& .lines > span > *': { flex: 'none' },
  '& .lines > span > :first-of-type': {
    flex: '0 1 auto',
    ...CUT,
  },
  '& .lines > .second > :not(:first-of-type, .mark, .whole)': { flex: '0 1000 auto', ...CUT },
  '& .lines > .second > :last-child:not(.mark, .whole)': { flexShrink: 1e6 },
  '& .mark': { fontSize: typography.pxToRem(12), fontWeight: 500 },
  '& .mark.error': { color: palette.error.main },
  '& .mark.warning': { color: palette.warning.main },
})

export const cellStyles = (theme: Theme) => ({
  ...lineStyles(theme),
  '& .clamped': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical' as const,
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere' as const,
    whiteSpace: 'normal' as const,
    lineHeight: '17px',
  },
  '& .branch': {
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    paddingLeft: 'calc((var(--level) - 1) * 20px)',
  },
  '& .narrow .branch': { paddingLeft: 'calc((var(--level) - 1) * 8px)' },
  '& .branch > button, & .branch > i': { flex: 'none', width: EXPANDER_WIDTH, height: '100%' },
  '& .branch > button': {
    display: 'grid',
    placeItems: 'center',
    padding: 0,
    border: 0,
    background: 'none',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { color: theme.palette.text.primary },
    '&[aria-expanded=true] svg': { transform: 'rotate(90deg)' },
  },
  '& .branch > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  ...chipStyles(theme),
  '& .cell-link': {
    color: 'inherit',
    textDecoration: `underline ${theme.palette.divider}`,
    textUnderlineOffset: 3,
    '&:hover, &:focus-visible': { color: theme.palette.primary.main, textDecorationColor: 'currentcolor' },
  },
})
