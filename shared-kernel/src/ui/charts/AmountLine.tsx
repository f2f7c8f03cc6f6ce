import { useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { formatEur, formatEurShort } from '../../domain/money'
import { Figure, SpokenList } from './Figure'

interface Props {
  label: string
  /** In order of time. */
  points: readonly { name: string; cents: number }[]
}

const HEIGHT = 280

/** Amounts in euros one after the other, with a line at nothing. */
export function AmountLine({ label, points }: Props) {
  const { palette } = useTheme()
  return (
    <Figure aria-label={label}>
      <LineChart
        height={HEIGHT}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: 24, top: 16, bottom: 0 }}
        series={[
          {
            data: points.map(({ cents }) => cents),
            label,
            curve: 'linear',
            color: palette.primary.main,
            valueFormatter: (cents) => formatEur(cents ?? 0),
          },
        ]}
        xAxis={[{ scaleType: 'point', data: points.map(({ name }) => name) }]}
        yAxis={[{ width: 80, valueFormatter: formatEurShort }]}
        grid={{ horizontal: true }}
      />
      <SpokenList>
        {points.map(({ name, cents }) => (
          <li key={name}>{`${name}: ${formatEur(cents)}`}</li>
        ))}
      </SpokenList>
    </Figure>
  )
}
