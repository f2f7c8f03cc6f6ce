import { useState } from 'react'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { Button, showToast, Stack } from '@console/shared-kernel/core'
import { formatCount } from '@console/shared-kernel/domain/money'
import { saveFile } from '@console/shared-kernel/table'
import { cellsOf, csvOf, type ExportedTable } from './exportFile'

const CSV = 'text/csv;charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves or prints all rows of a result, not only those in sight. */
export function ExportButtons({ table }: { table: ExportedTable }) {
  const [busy, setBusy] = useState(false)
  const { length } = table.rows
  const size = `${formatCount(length)} ${length === 1 ? 'row' : 'rows'}`
  const button = { size: 'small', color: 'inherit' } as const

  const saveCsv = () => {
    saveFile(`${table.name}.csv`, CSV, csvOf(table))
    showToast(`${size} exported`)
  }
  const saveWorkbook = async () => {
    setBusy(true)
    try {
      const { workbook } = await import('./workbook')
      saveFile(`${table.name}.xlsx`, XLSX, workbook(cellsOf(table)))
      showToast(`${size} exported`)
    } catch {
      showToast('No se pudo crear el archivo. Inténtalo de nuevo.', 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      <Button {...button} startIcon={<DownloadIcon />} disabled={length === 0} onClick={saveCsv}>
        {`Export CSV (${size})`}
      </Button>
      <Button
        {...button}
        startIcon={<DownloadIcon />}
        disabled={length === 0}
        loading={busy}
        loadingPosition="start"
        onClick={() => void saveWorkbook()}
      >
        Export Excel
      </Button>
      <Button {...button} startIcon={<PrintIcon />} onClick={() => window.print()}>
        Print
      </Button>
    </Stack>
  )
}
