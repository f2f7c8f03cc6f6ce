import { memo } from 'react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DayField } from '@console/shared-kernel/dates'
import { queryTypeOf, type ReportDefinition } from '../definitions'
import { isReversed, type InvalidFilters, type ReportFilters } from './filters'
import { QUICK_RANGES, quickRange } from './ranges'
import { ToggledButton } from './ToggledButton'
import { TimeField } from './TimeField'
import type { ReportFiltersView } from './useReportFilters'

const MOMENTS = [
  { name: 'From', day: 'dateFrom', time: 'timeFrom' },
  { name: 'To', day: 'dateTo', time: 'timeTo' },
] as const

/** Day and time side by side, or wrapped. */
const MOMENT = { columnGap: 1, rowGap: 2, flexWrap: 'wrap', '& > *': { flex: '1 1 140px' } } as const

/** Shows an option's help below its name, without making it part of the accessible name. */
const EXPLAINED = {
  display: 'block',
  '&.Mui-disabled': { opacity: 0.6 },
  '&::after': {
    // empty alternative text, because the description is already read out
    content: 'attr(aria-description) / ""',
    display: 'block',
    typography: 'caption',
    color: 'text.secondary',
  },
} as const

interface Props {
  definition: ReportDefinition
  filters: ReportFilters
  invalid: InvalidFilters
  fields: ReportFiltersView['fields']
  onRange: (name: string) => void
}

/** For an invalid range in the address. */
const describeRange = (name: string) => {
  const range = quickRange(name)
  return range
    ? `The address asks for '${range.label}' and for other dates: choose one of them`
    : `'${name}' is not a range: choose a range or dates`
}

export const QuerySettings = memo(function QuerySettings(props: Props) {
  const { definition, filters, invalid, fields, onRange } = props
  const { changeMoment } = fields
  const reversed = isReversed(filters)
  const problem = reversed
    ? 'From must be before To'
    : invalid.range !== undefined && describeRange(invalid.range)

  return (
    <Box component="section" aria-label="Query Settings" sx={{ display: 'contents' }}>
      <Stack direction="row" sx={{ gridArea: 'ranges', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h2" sx={{ mr: 1 }}>
          Query Settings
        </Typography>
        {QUICK_RANGES.map(({ name, label }) => (
          <ToggledButton
            key={name}
            label={label}
            pressed={filters.range === name && !invalid.range}
            onClick={() => onRange(name)}
          />
        ))}
      </Stack>
      <Box
        sx={{
          gridArea: 'query',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <QueryTypeField {...props} />
        {MOMENTS.map(({ name, day, time }) => (
          <Stack key={name} direction="row" sx={MOMENT}>
            <DayField
              label={`${name} Date`}
              day={filters[day]}
              invalid={invalid[day]}
              language={definition.calendarLanguage}
              error={reversed}
              required
              onChange={(text) => changeMoment(day, text)}
            />
            <TimeField
              name={name}
              time={invalid[time] ?? filters[time]}
              error={reversed}
              onChange={(text) => changeMoment(time, text)}
            />
          </Stack>
        ))}
        {problem && (
          <Typography
            role="alert"
            variant="body2"
            // below the dates, which start in the second column on wide screens
            sx={{ color: 'error.main', mt: -1, gridColumn: { xs: '1 / -1', lg: '2 / -1' } }}
          >
            {problem}
          </Typography>
        )}
      </Box>
    </Box>
  )
})

function QueryTypeField({ definition, filters, invalid, fields }: Props) {
  const { queryTypes } = definition
  const { queryType } = filters
  const unknown = invalid.queryType
  return (
    <TextField
      select
      label="Query Type"
      value={unknown ?? queryType.name}
      error={unknown !== undefined}
      size="small"
      fullWidth
      helperText={unknown === undefined ? queryType.help : 'Choose a query type from the list'}
      onChange={({ target }) =>
        fields.change({ queryType: queryTypeOf(definition, target.value) ?? queryType })
      }
    >
      {unknown !== undefined && !queryTypes.some(({ name }) => name === unknown) && (
        <MenuItem value={unknown} disabled>
          {unknown}
        </MenuItem>
      )}
      {queryTypes.map(({ name, help, kind }) => (
        <MenuItem
          key={name}
          value={name}
          disabled={kind === 'disabled'}
          aria-description={help}
          sx={EXPLAINED}
        >
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
