import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import { keyframes, type Theme } from '@mui/material/styles'
import { useIsServed, useOffersPanel } from '../../client/pageContext'
import { formatProfit } from '../../domain/money'
import { Figure } from '../figure'
import { OpenLink } from '../OpenLink'
import { useMeasuredWidth } from '../table/frame'
import { tipProps, useSharedTooltip } from '../table/useSharedTooltip'
import { READ_OUT_ONLY } from '../theme'
import { usePrinting } from '../usePrinting'
import { layOutBars, type BarLayout } from './barLayout'

/** The duration of the bar and line animations. */
export const GROW_MS = 160
const GROW_ANIMATION = keyframes({ from: { transform: 'scaleX(0)' } })

/** A width in pixels: the browser does not measure the page again before it prints. */
const PRINT_PLOT_WIDTH = 280

interface Bar {
  name: string
  cents: number
  /** The machine whose panel the bar opens. */
  machineId?: string | null
}

interface Props {
  label: string
  bars: readonly Bar[]
}

const barStyles = ({ palette, shape, typography }: Theme) => ({
  position: 'relative' as const,
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
  ...typography.body2,
  '& ul, & li, & .row': { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  '& ul': { gridRow: 1, margin: 0, padding: 0, listStyle: 'none' },
  // leads the eye from a name to its bar
  '& li + li': { borderTop: `1px solid ${palette.divider}` },
  '& .row': {
    alignItems: 'center',
    minHeight: 28,
    borderRadius: `${shape.borderRadius}px`,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a.row:hover': { backgroundColor: palette.action.hover },
  '& a.row:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  '& a.row:is(:hover, :focus-visible) .name': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '& .name': {
    paddingInline: '4px 12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
    // paper has no tooltips
    '@media print': { whiteSpace: 'normal' as const, overflowWrap: 'anywhere' as const },
  },
  '& .track': { position: 'relative' as const, height: 20 },
  '& .bar': {
    position: 'absolute' as const,
    insetBlock: 0,
    // wide enough to show next to the zero line
    minWidth: '4px',
    borderRadius: '0 3px 3px 0',
    backgroundColor: palette.success.main,
    transformOrigin: 'left',
    animation: `${GROW_ANIMATION} ${GROW_MS}ms ease-out`,
    // browsers omit backgrounds in print by default
    printColorAdjust: 'exact' as const,
    '&.loss': {
      borderRadius: '3px 0 0 3px',
      backgroundColor: palette.error.main,
      transformOrigin: 'right',
    },
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  '& .amount': {
    position: 'absolute' as const,
    paddingInline: '6px',
    lineHeight: '20px',
    whiteSpace: 'nowrap' as const,
    '&.loss': { color: palette.error.main },
    '&.inside': { color: palette.success.contrastText, printColorAdjust: 'exact' as const },
    '&.inside.loss': { color: palette.error.contrastText },
    '@media (forced-colors: active)': { '&.inside': { forcedColorAdjust: 'none', color: 'Canvas' } },
  },
  '& .spoken': READ_OUT_ONLY,
  '& .plot': { position: 'relative' as const, gridArea: '1 / 2', pointerEvents: 'none' as const },
  '& .zero': {
    position: 'absolute' as const,
    insetBlock: 0,
    width: '2px',
    marginLeft: '-1px',
    backgroundColor: palette.text.secondary,
    printColorAdjust: 'exact' as const,
  },
})

/** A bar chart of euros: profit in green, losses in red to the left of the zero line. A bar opens its machine's panel. */
export function AmountBars({ label, bars }: Props) {
  const { width, measure } = useMeasuredWidth()
  const { listeners, tooltip } = useSharedTooltip()
  const amounts = bars.map(({ cents }) => cents)
  const layout = layOutBars(amounts, usePrinting() ? Math.min(width, PRINT_PLOT_WIDTH) : width)
  return (
    <Figure aria-label={label} {...listeners}>
      <Box sx={barStyles}>
        {/* keyed by index: two machines may have the same name */}
        <ul>
          {bars.map((bar, index) => (
            <li key={index}>
              <Row bar={bar}>
                <span className="name">{bar.name}</span>{' '}
                <Track cents={bar.cents} layout={layout} isInside={layout.inside[index] === true} />
              </Row>
            </li>
          ))}
        </ul>
        <div className="plot" ref={measure}>
          <div className="zero" style={{ left: percent(layout.zero) }} />
        </div>
      </Box>
      {tooltip}
    </Figure>
  )
}

const percent = (share: number): string => `${share * 100}%`

function Row({ bar: { name, cents, machineId }, children }: { bar: Bar; children: ReactNode }) {
  const offersPanel = useOffersPanel()
  const isServed = useIsServed()
  const props = { className: 'row', children, ...tipProps(`${name}: ${formatProfit(cents)}`) }
  if (machineId == null) return <span {...props} />
  const fallbackTo = `/machines?${new URLSearchParams({ search: machineId })}`
  if (!offersPanel('machine') && !isServed(fallbackTo)) return <span {...props} />
  return <OpenLink {...props} opens={{ kind: 'machine', id: machineId }} otherwise={fallbackTo} />
}

interface TrackProps {
  cents: number
  layout: BarLayout
  isInside: boolean
}

function Track({ cents, layout: { zero, share, format }, isInside }: TrackProps) {
  const length = Math.abs(cents) * share
  const isLoss = cents < 0
  // from the zero line to the left or to the right
  const [from, to] = isLoss ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const start = isLoss ? 1 - zero : zero
  const end = isInside ? { [to]: percent(1 - start - length) } : { [from]: percent(start + length) }
  return (
    <span className="track">
      {cents !== 0 && (
        <span
          className={isLoss ? 'bar loss' : 'bar'}
          style={{ [from]: percent(start), width: percent(length) }}
        />
      )}
      {format ? (
        <span
          className={['amount', isLoss && 'loss', isInside && 'inside'].filter(Boolean).join(' ')}
          style={end}
        >
          {format(cents)}
        </span>
      ) : (
        <span className="spoken">{formatProfit(cents)}</span>
      )}
    </span>
  )
}
