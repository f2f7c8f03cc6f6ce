import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { currentConnection } from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/rules'
import type { QueryType, ReportDefinition } from '../definitions'
import { DayField } from './DayField'
import { QUICK_RANGES } from './ranges'
import { TimeField } from './TimeField'
import type { ReportFiltersView } from './useReportFilters'

/** A day and its time stand together, below each other where there is no room for both. */
const MOMENT = { columnGap: 1, rowGap: 2, flexWrap: 'wrap', '& > *': { flex: '1 1 140px' } } as const

/** An option's help below its name, which stays the option's whole text and name. */
const EXPLAINED = {
  display: 'block',
  '&.Mui-disabled': { opacity: 0.6 },
  '&::after': {
    // an alternative text of nothing: the description is read already
    content: 'attr(aria-description) / ""',
    display: 'block',
    typography: 'caption',
    color: 'text.secondary',
  },
} as const

interface Props {
  definition: ReportDefinition
  view: ReportFiltersView
}

export function QuerySettings({ definition, view }: Props) {
  const { filters, invalid, reversed, change, changeMoment } = view
  const { queryTypes, calendarLanguage } = definition
  const day = { language: calendarLanguage, error: reversed }
  const unknownType = invalid.queryType

  return (
    <Box component="section" aria-label="Query Settings">
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
        <Typography variant="h2" sx={{ mr: 1 }}>
          Query Settings
        </Typography>
        {QUICK_RANGES.map(({ label, of }) => (
          <Button
            key={label}
            size="small"
            sx={{ minWidth: 0, px: 1 }}
            onClick={() => change(of(nowIn(currentConnection().timeZone)))}
          >
            {label}
          </Button>
        ))}
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
        }}
      >
        <TextField
          select
          label="Query Type"
          value={unknownType ?? filters.queryType}
          error={unknownType !== undefined}
          size="small"
          fullWidth
          helperText={
            unknownType === undefined
              ? queryTypes.find(({ name }) => name === filters.queryType)?.help
              : 'Choose a query type of the list'
          }
          onChange={({ target }) => change({ queryType: target.value as QueryType })}
        >
          {unknownType !== undefined && !queryTypes.some(({ name }) => name === unknownType) && (
            <MenuItem value={unknownType} disabled>
              {unknownType}
            </MenuItem>
          )}
          {queryTypes.map(({ name, help, selectable }) => (
            <MenuItem key={name} value={name} disabled={!selectable} aria-description={help} sx={EXPLAINED}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <Stack direction="row" sx={MOMENT}>
          <DayField
            label="From Date"
            day={filters.dateFrom}
            invalid={invalid.dateFrom}
            {...day}
            onChange={(text) => changeMoment('dateFrom', text)}
          />
          <TimeField
            name="From"
            time={invalid.timeFrom ?? filters.timeFrom}
            error={reversed}
            onChange={(time) => changeMoment('timeFrom', time)}
          />
        </Stack>
        <Stack direction="row" sx={MOMENT}>
          <DayField
            label="To Date"
            day={filters.dateTo}
            invalid={invalid.dateTo}
            {...day}
            onChange={(text) => changeMoment('dateTo', text)}
          />
          <TimeField
            name="To"
            time={invalid.timeTo ?? filters.timeTo}
            error={reversed}
            onChange={(time) => changeMoment('timeTo', time)}
          />
        </Stack>
      </Box>
      {reversed && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 1 }}>
          From must be before To
        </Typography>
      )}
    </Box>
  )
}
