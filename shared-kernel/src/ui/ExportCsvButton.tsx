import { useState } from 'react'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { currentConnection } from '../client/connection'
import { inSlices } from '../client/inSlices'
import { showToast } from '../client/toasts'
import { counted } from '../domain/counts'
import { writingCsv, type CsvColumn } from '../domain/csv'
import { todayIn } from '../domain/dates'
import { useFocusRecovery } from './focus'
import { saveFile } from './saveFile'

interface Props<Row> {
  /** What the rows are, for the file's name: 'users' makes 'users-2026-11-21.csv'. */
  name: string
  columns: readonly CsvColumn<Row>[]
  /** Every row of the list as it is searched and sorted, not only those in sight. */
  rows: readonly Row[]
}

/** Saves a list as a file, and says beforehand how many rows that will be. */
export function ExportCsvButton<Row>({ name, columns, rows }: Props<Row>) {
  const size = counted(rows.length, 'row')
  const [saving, setSaving] = useState(false)
  useFocusRecovery(saving)
  const save = async () => {
    setSaving(true)
    const content = await inSlices(writingCsv(columns, rows))
    setSaving(false)
    const day = todayIn(currentConnection().timeZone)
    saveFile(`${name}-${day}.csv`, 'text/csv;charset=utf-8', content)
    showToast(`${size} exported`)
  }
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      loading={saving}
      loadingPosition="start"
      disabled={rows.length === 0}
      onClick={() => void save()}
      sx={{ flexShrink: 0 }}
    >
      {`Export CSV (${size})`}
    </Button>
  )
}
