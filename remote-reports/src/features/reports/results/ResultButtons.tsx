import Button from '@mui/material/Button'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { ExportButtons } from '@console/shared-kernel/table'
import type { ExportedTable } from './exportFile'

interface Props {
  table: ExportedTable
  /** False while what belongs into the file is not there. */
  ready: boolean
  printable: boolean
}

/** Saves or prints all rows of a result, not only those in sight. */
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
