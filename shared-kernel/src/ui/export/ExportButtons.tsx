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
import { showActionToast, showToast } from '../../client/toasts'
import { counted, grouped, fileNameOf } from '../../domain/texts'
import type { CsvColumn, CsvForm, CsvValue } from '../../domain/csv'
import { todayIn } from '../../domain/instants'
import { useFocusRecovery } from '../focus'
import { printedPart } from '../table/printed'

const STANDARD: CsvForm = { separator: ',', decimal: '.' }
/** What spreadsheets read that write numbers as the reports do. */
const LOCAL: CsvForm = { separator: ';', decimal: ',' }

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

/** A menu: CSV, CSV as the reports write numbers, or Excel. It says how many rows. */
export function ExportButtons<Row>(props: Props<Row>) {
  const { name, dated = false, heading = [], columns, rows, more = false, ready = true } = props
  const { settled = () => Promise.resolve(rows) } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useFocusRecovery(isSaving)

  const save = async (form: CsvForm | 'xlsx') => {
    setAnchor(null)
    setIsSaving(true)
    try {
      // it reports its own failure
      const saved = await settled().catch(() => null)
      if (saved === null) return
      const { saveRows } = await loadCode(() => import(/* webpackChunkName: "export" */ './rowsFile'))
      const today = todayIn(currentConnection().timeZone)
      const content = { title: name[0] || 'Rows', heading, columns, rows: saved }
      await saveRows(fileNameOf([...name, !dated && today]), form, content)
      showToast(`${counted(saved.length, 'row')} exported`)
    } catch {
      showToast('No se pudo crear el archivo. Inténtalo de nuevo.', 'error')
    } finally {
      setIsSaving(false)
    }
  }

  const part = printedPart({ count: rows.length, loading: false, arriving: !ready, more })
  const printed = useRef<string | null>(null)
  const offerFile = useEffectEvent(() => {
    if (printed.current === null || !ready) return
    const action = { label: 'Export Excel', onClick: () => void save('xlsx') }
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
  const size = more ? `${grouped(rows.length)}+ rows` : counted(rows.length, 'row')
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<DownloadIcon />}
        endIcon={<ArrowDropDownIcon />}
        loading={isSaving}
        loadingPosition="start"
        disabled={isEmpty || isSaving}
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
          <MenuItem onClick={() => void save(STANDARD)}>
            <Choice label="CSV" hint="Comma, 1234.5" />
          </MenuItem>
          <MenuItem onClick={() => void save(LOCAL)}>
            <Choice label="CSV for this locale" hint="Semicolon, 1234,5" />
          </MenuItem>
          <MenuItem onClick={() => void save('xlsx')}>
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
