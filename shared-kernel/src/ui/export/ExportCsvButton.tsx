import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { currentConnection } from '../../client/connect'
import { warnOfDeprecated } from '../../client/deprecations'
import { counted, grouped } from '../../domain/texts'
import type { CsvColumn, CsvValue } from '../../domain/csv'
import { todayIn } from '../../domain/instants'
import { csvContent, useSaveRows } from './useSaveRows'

interface Props<Row> {
  name: string
  /** The file name already has the days, so no date is added. */
  dated?: boolean
  heading?: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
  settled?: () => Promise<readonly Row[]>
  more?: boolean
  ready?: boolean
}

/**
 * Exports a list as CSV, with the number of rows on the button.
 *
 * @deprecated since 2.1.0: `ExportButtons` saves for Excel too. Gone in 4.0.0.
 */
export function ExportCsvButton<Row>({
  name,
  dated = false,
  heading,
  columns,
  rows,
  settled = () => Promise.resolve(rows),
  more = false,
  ready = true,
}: Props<Row>) {
  warnOfDeprecated('ExportCsvButton')
  const size = more ? `${grouped(rows.length)}+ rows` : counted(rows.length, 'row')
  const { saving, save } = useSaveRows(settled)
  const saveCsv = () =>
    save({
      kind: 'csv',
      name: dated ? name : `${name}-${todayIn(currentConnection().timeZone)}`,
      content: (saved) => csvContent(columns, saved, heading),
    })
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      loading={saving !== null}
      loadingPosition="start"
      disabled={rows.length === 0 || !ready}
      onClick={() => void saveCsv()}
      sx={{ flexShrink: 0 }}
    >
      {`Export CSV (${size})`}
    </Button>
  )
}
