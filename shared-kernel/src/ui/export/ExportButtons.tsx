import { useEffect, useEffectEvent, useRef, useState } from 'react'
import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { currentConnection } from '../../client/connect'
import { loadCode } from '../../client/loadCode'
import { showActionToast } from '../../client/toasts'
import { counted, grouped, fileNameOf } from '../../domain/texts'
import { STANDARD_CSV, type CsvColumn, type CsvForm, type CsvValue } from '../../domain/csv'
import { todayIn } from '../../domain/instants'
import { printedPart } from '../table/printed'
import { csvContent, nextTask, useSaveRows, type FileKind } from './useSaveRows'

/** What spreadsheets in the browser's language read and write. */
function localForm(): CsvForm {
  const parts = new Intl.NumberFormat(navigator.language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',')
    ? { separator: ';', decimal: ',' }
    : STANDARD_CSV
}

const formText = ({ separator, decimal }: CsvForm): string =>
  `${separator === ',' ? 'Comma' : 'Semicolon'}, 1234${decimal}5`

interface Props<Row> {
  /** Parts of the file name: the screen, then its filters. */
  name: readonly (string | false | null | undefined)[]
  /** The file name already has the days, so no date is added. */
  dated?: boolean
  heading?: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  /** All rows as searched and sorted, not only the visible ones. */
  rows: readonly Row[]
  /** The rows of the last search and sort, once found; `rows` by default. */
  settled?: () => Promise<readonly Row[]>
  /** `settled` finds more rows than `rows` has. */
  more?: boolean
  ready?: boolean
}

/** A menu: CSV, CSV as the browser's language writes it, or Excel. It says how many rows. */
export function ExportButtons<Row>(props: Props<Row>) {
  const { name, dated = false, heading = [], columns, rows, more = false, ready = true } = props
  const { settled = () => Promise.resolve(rows) } = props
  const { saving, save } = useSaveRows(settled)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  const saveAs = (kind: FileKind, content: (saved: readonly Row[]) => Promise<BlobPart[]>) => {
    setAnchor(null)
    const today = todayIn(currentConnection().timeZone)
    return save({ kind, name: fileNameOf([...name, !dated && today]), content })
  }
  const saveCsv = (form: CsvForm) => saveAs('csv', (saved) => csvContent(columns, saved, heading, form))
  const saveExcel = () =>
    saveAs('xlsx', async (saved) => {
      const { workbook } = await loadCode(() => import(/* webpackChunkName: "workbook" */ './workbook'))
      return workbook({ name: name[0] || 'Rows', heading, columns, rows: saved }, nextTask)
    })

  const part = printedPart({ count: rows.length, loading: false, arriving: !ready, more })
  const printed = useRef<string | null>(null)
  const offerFile = useEffectEvent(() => {
    if (printed.current === null || !ready) return
    const action = { label: 'Export Excel', onClick: () => void saveExcel() }
    showActionToast(`Printed: ${printed.current}. The Excel file has all rows.`, action)
    printed.current = null
  })
  const afterPrint = useEffectEvent(() => {
    printed.current = part
    offerFile()
  })
  useEffect(() => {
    const listener = () => afterPrint()
    addEventListener('afterprint', listener)
    return () => removeEventListener('afterprint', listener)
  }, [])
  useEffect(() => offerFile(), [ready])

  const isEmpty = rows.length === 0 || !ready
  const local = localForm()
  const size = more ? `${grouped(rows.length)}+ rows` : counted(rows.length, 'row')
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<DownloadIcon />}
        endIcon={<ArrowDropDownIcon />}
        loading={saving !== null}
        loadingPosition="start"
        disabled={isEmpty || saving !== null}
        aria-label={`Export ${size}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ flexShrink: 0 }}
      >
        Export
      </Button>
      {anchor && (
        <Menu
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-label': `Export ${size}` } }}
        >
          <ListSubheader role="presentation">{size}</ListSubheader>
          <MenuItem onClick={() => void saveCsv(STANDARD_CSV)}>
            <Choice label="CSV" hint={formText(STANDARD_CSV)} />
          </MenuItem>
          {local !== STANDARD_CSV && (
            <MenuItem onClick={() => void saveCsv(local)}>
              <Choice label="CSV for this locale" hint={formText(local)} />
            </MenuItem>
          )}
          <MenuItem onClick={() => void saveExcel()}>
            <Choice label="Excel" />
          </MenuItem>
        </Menu>
      )}
      {part !== null && !isEmpty && (
        <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
          The Excel file of this list holds all of it.
        </Typography>
      )}
    </>
  )
}

function Choice({ label, hint }: { label: string; hint?: string }) {
  return (
    <>
      <ListItemText>{label}</ListItemText>
      {hint !== undefined && (
        <Typography aria-hidden variant="body2" sx={{ pl: 3, color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
    </>
  )
}
