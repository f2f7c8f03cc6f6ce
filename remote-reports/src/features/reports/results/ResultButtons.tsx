import Button from '@mui/material/Button'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { ExportButtons } from '@console/shared-kernel/table'
import type { ExportedTable } from './exportFile'

interface Props {
  table: ExportedTable
  /** False while data for the file is loading. */
  ready: boolean
  printable: boolean
}

/** Exports or prints all rows, not only the visible ones. */
export const ResultButtons = ({ table, ready, printable }: Props) => (
  <>
    <ExportButtons {...table} dated ready={ready} />
    <Button
      size="small"
      color="inherit"
      startIcon={<PrintIcon />}
      disabled={!printable}
      onClick={() => window.print()}
    >
      Print
    </Button>
  </>
)
