import { useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { loadCode, showToast } from '@console/shared-kernel/core'
import { counted } from '@console/shared-kernel/domain'
import { ExportCsvButton, saveFile } from '@console/shared-kernel/table'
import { cellsOf, type ExportedTable } from './exportFile'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Props {
  table: ExportedTable
  /** False while what belongs into the file is not there. */
  ready: boolean
  printable: boolean
}

/** Saves or prints all rows of a result, not only those in sight. */
export function ExportButtons({ table, ready, printable }: Props) {
  const [busy, setBusy] = useState(false)
  const { name, heading, columns, rows } = table
  const button = { size: 'small', color: 'inherit' } as const

  const saveWorkbook = async () => {
    setBusy(true)
    try {
      const { workbook } = await loadCode(() => import('./workbook'))
      saveFile(`${name}.xlsx`, XLSX, workbook(cellsOf(table)))
      showToast(`${counted(rows.length, 'row')} exported`)
    } catch {
      showToast('No se pudo crear el archivo. Inténtalo de nuevo.', 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      <ExportCsvButton name={name} dated heading={heading} columns={columns} rows={rows} ready={ready} />
      <Button
        {...button}
        startIcon={<DownloadIcon />}
        disabled={rows.length === 0 || !ready}
        loading={busy}
        loadingPosition="start"
        onClick={() => void saveWorkbook()}
      >
        Export Excel
      </Button>
      <Button {...button} startIcon={<PrintIcon />} disabled={!printable} onClick={() => window.print()}>
        Print
      </Button>
    </Stack>
  )
}
