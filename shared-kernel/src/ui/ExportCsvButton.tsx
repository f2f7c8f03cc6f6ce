import { useState } from 'react'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { currentConnection } from '../client/connection'
import { warnOfDeprecated } from '../client/deprecated'
import { showToast } from '../client/toasts'
import { counted } from '../domain/counts'
import { csvPieces, type CsvColumn, type CsvValue } from '../domain/csv'
import { todayIn } from '../domain/dates'
import { useFocusRecovery } from './focus'
import { saveFile } from './saveFile'

interface Props<Row> {
  /** What the rows are, for the file's name: 'users' makes 'users-2026-11-21.csv'. */
  name: string
  /** The name says of which days the rows are, and gets no date. */
  dated?: boolean
  /** Lines above the headers. */
  heading?: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  /** Every row of the list as it is searched and sorted, not only those in sight. */
  rows: readonly Row[]
  /** The rows of the last search and sort, once they have been found; `rows` where nothing is searched for. */
  settled?: () => Promise<readonly Row[]>
  /** True where `settled` finds more rows than `rows` has. */
  more?: boolean
  /** False while rows are still on their way. */
  ready?: boolean
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Saves a list as a file, and says beforehand how many rows that will be.
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
  const size = more ? `${rows.length}+ rows` : counted(rows.length, 'row')
  const [saving, setSaving] = useState(false)
  useFocusRecovery(saving)
  const save = async () => {
    setSaving(true)
    // who reads the rows says what went wrong
    const saved = await settled().catch(() => null)
    if (saved === null) return setSaving(false)
    const pieces: string[] = []
    for (const piece of csvPieces(columns, saved, heading)) {
      pieces.push(piece)
      await nextTask()
    }
    setSaving(false)
    const file = dated ? name : `${name}-${todayIn(currentConnection().timeZone)}`
    saveFile(`${file}.csv`, 'text/csv;charset=utf-8', ...pieces)
    showToast(`${counted(saved.length, 'row')} exported`)
  }
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      loading={saving}
      loadingPosition="start"
      disabled={rows.length === 0 || !ready}
      onClick={() => void save()}
      sx={{ flexShrink: 0 }}
    >
      {`Export CSV (${size})`}
    </Button>
  )
}
