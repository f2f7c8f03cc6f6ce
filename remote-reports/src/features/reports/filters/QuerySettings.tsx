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
import { QUICK_RANGES, quickRange } from './ranges'
import { IN_ROWS, TIGHT } from './rows'
import { TimeField } from './TimeField'
import type { ReportFiltersView } from './useReportFilters'

const MOMENTS = [
  { name: 'From', day: 'dateFrom', time: 'timeFrom' },
  { name: 'To', day: 'dateTo', time: 'timeTo' },
] as const

const RANGES = {
  gridArea: 'ranges',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  '& > h2': { width: { xs: '100%', sm: 'auto' } },
  [TIGHT]: { '& > h2': { flexBasis: '100%' }, '& button': { px: 1 } },
} as const

/** One row, with the query type's help and the days' errors below it. */
const QUERY = {
  gridArea: 'query',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > .help': { mt: -1.5 },
  '& > [role=alert]': { mt: -1 },
  [IN_ROWS]: {
    gap: '4px 16px',
    gridTemplateColumns: 'minmax(80px, 2fr) repeat(2, minmax(0, 5fr))',
    '& > .help': { mt: 0, gridArea: '2 / 1 / auto / -1' },
    // below the days
    '& > [role=alert]': { mt: 0, gridColumn: '2 / -1' },
  },
  [TIGHT]: {
    columnGap: 1,
    '& .MuiInputBase-input': { pl: 1, pr: 0 },
    '& .MuiInputBase-adornedEnd': { pr: 0.5 },
    '& .MuiIconButton-root': { p: 0.25 },
    // so that a tap on the day does not hit the calendar button
    '& .MuiIconButton-root::after': { left: 0 },
  },
} as const

/** Day and time side by side, or wrapped. */
const MOMENT = {
  columnGap: 1,
  rowGap: 2,
  flexWrap: 'wrap',
  '& > *': { flex: '1 1 140px' },
  [IN_ROWS]: {
    flexWrap: 'nowrap',
    '& > .MuiFormControl-root': { flexBasis: 110 },
    '& > [role=group]': { flexBasis: 176 },
  },
  [TIGHT]: { '& > [role=group]': { flex: 'none', width: 96 } },
} as const

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
