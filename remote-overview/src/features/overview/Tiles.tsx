import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { CashSums, DayOfCash, Overview } from '@console/shared-kernel/contracts'
import {
  formatCount,
  formatDay,
  formatEur,
  formatPercent,
  formatProfit,
  formatUsd,
} from '@console/shared-kernel/domain'
import { PANEL_LINK, Sparkline } from '@console/shared-kernel/panel'
import { changeOf, changeText, returnOf } from './model'

interface Money<Amount extends number | null = number> {
  label: string
  of: (sums: CashSums) => Amount
  show: (cents: number) => string
  /** More is neither better nor worse. */
  neutral?: true
}

const MONEY: readonly Money[] = [
  { label: 'IN today', of: ({ inCents }) => inCents, show: formatEur, neutral: true },
  { label: 'OUT today', of: ({ outCents }) => outCents, show: formatEur, neutral: true },
  { label: 'Profit today', of: ({ inCents, outCents }) => inCents - outCents, show: formatProfit },
]

/** The return in hundredths of a percent; null if nothing was paid in. */
const RETURN: Money<number | null> = {
  label: 'Return today',
  of: (sums) => {
    const percent = returnOf(sums)
    return percent === null ? null : Math.round(100 * percent)
  },
  show: (hundredths) => formatPercent(hundredths / 100),
  neutral: true,
}

interface Props {
  overview: Overview | undefined
}

/** Today so far, compared with the same weekday last week up to this hour, and with the last 14 days. */
export function MoneyTiles({ overview }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        '@media print': { gridTemplateColumns: 'repeat(4, 1fr)' },
      }}
    >
      {MONEY.map((money) => (
        <MoneyTile key={money.label} money={money} overview={overview} />
      ))}
      <ReturnTile overview={overview} />
    </Box>
  )
}

/** Current machine totals, linked to their lists. */
export function MachineTiles({ overview }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
      <Tile label="Machines online" to="/machines?online=yes">
        {overview && (
          <Typography variant="h6" component="p" sx={FIGURE}>
            {formatCount(overview.machines.online)}
            <Box component="span" sx={{ typography: 'body1', color: 'text.secondary' }}>
              {` of ${formatCount(overview.machines.total)}`}
            </Box>
          </Typography>
        )}
      </Tile>
      <Tile label="Credit in machines" to="/machines?sort=credit&dir=desc">
        {overview && <Typography sx={FIGURE}>{formatUsd(overview.machines.creditCents)}</Typography>}
      </Tile>
    </Box>
  )
}

const FIGURE = {
  fontSize: { xs: 20, md: 28 },
  lineHeight: 1.25,
  fontWeight: 600,
  letterSpacing: '-0.01em',
  fontVariantNumeric: 'tabular-nums',
} as const

/** A figure with a sparkline, or without one if it links to a list. */
function Tile({ label, to, children }: { label: string; to?: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={label} sx={{ p: 2, minWidth: 0 }}>
      <Stack sx={{ gap: 1 }}>
        <Typography variant="caption" component="h2" sx={{ color: 'text.secondary' }}>
          {to === undefined ? (
            label
          ) : (
            <Box component={Link} to={to} sx={PANEL_LINK}>
              {label}
            </Box>
          )}
        </Typography>
        {children ?? (
          <>
            <Skeleton variant="rounded" width="60%" height={35} />
            {to === undefined && (
              <>
                <Skeleton width="80%" height={20} />
                <Skeleton variant="rounded" height={56} />
              </>
            )}
          </>
        )}
      </Stack>
    </Paper>
  )
}

function MoneyTile({ money, overview }: { money: Money; overview: Overview | undefined }) {
  const { label, of, show } = money
  return (
    <Tile label={label}>
      {overview && (
        <>
          <Typography sx={{ ...FIGURE, color: of(overview.today) < 0 ? 'error.main' : undefined }}>
            {show(of(overview.today))}
          </Typography>
          <Note text={comparedText(money, overview)} />
          <Days money={money} days={overview.days} />
        </>
      )}
    </Tile>
  )
}

function ReturnTile({ overview }: { overview: Overview | undefined }) {
  const [now, before] = [overview && returnOf(overview.today), overview && returnOf(overview.weekAgo)]
  return (
    <Tile label={RETURN.label}>
      {overview && (
        <>
          <Typography sx={FIGURE}>{now == null ? '–' : formatPercent(now)}</Typography>
          <Note text={before == null ? '' : `${formatPercent(before)} a week ago`} />
          <Days money={RETURN} days={overview.days} />
        </>
      )}
    </Tile>
  )
}

/** The same weekday last week up to this hour, and the change from it. */
function comparedText({ of, show }: Money, { today, weekAgo }: Overview): string {
  const change = changeText(changeOf(of(today), of(weekAgo)))
  return `${show(of(weekAgo))} a week ago${change && ` (${change})`}`
}

/** Keeps its height without text, so that the charts of all tiles are aligned. */
const Note = ({ text }: { text: string }) => (
  <Typography
    variant="caption"
    sx={{ display: 'block', color: 'text.secondary', minHeight: { xs: 40, md: 20 } }}
  >
    {text}
  </Typography>
)

const Days = ({
  money: { label, of, show, neutral },
  days,
}: {
  money: Money<number | null>
  days: readonly DayOfCash[]
}) => (
  <Sparkline
    label={`${label.replace(' today', '')} over ${days.length} days`}
    points={days.map((day) => ({ name: formatDay(day.day), cents: of(day) }))}
    format={show}
    {...(neutral && { neutral })}
  />
)
