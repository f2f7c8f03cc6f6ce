import { memo, useId } from 'react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DayField } from '@console/shared-kernel/dates'
import { queryTypeOf, type ReportDefinition } from '../definitions'
import { Choices } from './Choices'
import { isReversed, type InvalidFilters, type ReportFilters } from './filters'
import { MOMENT, QUERY, RANGES } from './layout'
import { QUICK_RANGES, quickRange } from './ranges'
import { TimeField } from './TimeField'
import type { ReportFiltersView } from './useReportFilters'

const MOMENTS = [
  { name: 'From', day: 'dateFrom', time: 'timeFrom' },
  { name: 'To', day: 'dateTo', time: 'timeTo' },
] as const

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

/** The message for an invalid range in the address. */
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
      <Stack direction="row" sx={RANGES}>
        <Typography variant="h2">Query Settings</Typography>
        <Choices
          label="Period"
          choices={QUICK_RANGES}
          chosen={invalid.range ? '' : (filters.range ?? '')}
          onChoose={onRange}
        />
      </Stack>
      <Box sx={QUERY}>
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
          <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
            {problem}
          </Typography>
        )}
      </Box>
    </Box>
  )
})

/** The help is outside the field, in the grid, because it is wider than the field. */
function QueryTypeField({ definition, filters, invalid, fields }: Props) {
  const helpId = useId()
  const { queryTypes } = definition
  const { queryType } = filters
  const unknown = invalid.queryType
  const isUnknown = unknown !== undefined
  return (
    <>
      <TextField
        select
        label="Query Type"
        value={unknown ?? queryType.name}
        error={isUnknown}
        fullWidth
        slotProps={{ select: { SelectDisplayProps: { 'aria-describedby': helpId } } }}
        onChange={({ target }) =>
          fields.change({ queryType: queryTypeOf(definition, target.value) ?? queryType })
        }
      >
        {isUnknown && !queryTypes.some(({ name }) => name === unknown) && (
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
      <Typography
        id={helpId}
        className="help"
        variant="caption"
        sx={{ color: isUnknown ? 'error.main' : 'text.secondary' }}
      >
        {isUnknown ? 'Choose a query type from the list' : queryType.help}
      </Typography>
    </>
  )
}
