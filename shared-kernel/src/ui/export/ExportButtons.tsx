import { useEffect, useEffectEvent, useRef, useState } from 'react'
import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { currentConnection } from '../../client/connect'
import { loadCode } from '../../client/loadCode'
import { useStore } from '../../client/store'
import { showActionToast } from '../../client/toasts'
import { counted, grouped, fileNameOf } from '../../domain/texts'
import type { CsvColumn, CsvValue, CsvForm } from '../../domain/csv'
import { todayIn } from '../../domain/instants'
import { printedPart } from '../table/printed'
import { csvContent, nextTask, useSaveRows, type FileKind } from './useSaveRows'
import { userSetting } from '../../client/userSetting'

interface NamedCsvForm extends CsvForm {
  id: string
  label: string
}

/** The first one is the default. */
const CSV_FORMS: readonly [NamedCsvForm, ...NamedCsvForm[]] = [
  { id: 'comma-point', label: 'Comma, 1234.5', separator: ',', decimal: '.' },
  { id: 'semicolon-comma', label: 'Semicolon, 1234,5', separator: ';', decimal: ',' },
  { id: 'semicolon-point', label: 'Semicolon, 1234.5', separator: ';', decimal: '.' },
  { id: 'tab-comma', label: 'Tab, 1234,5', separator: '\t', decimal: ',' },
  { id: 'tab-point', label: 'Tab, 1234.5', separator: '\t', decimal: '.' },
]

const csvFormOf = (id: unknown): NamedCsvForm => CSV_FORMS.find((form) => form.id === id) ?? CSV_FORMS[0]

/** By the form's id. */
const csvFormSetting = userSetting('csvForm', (stored) => csvFormOf(stored).id)

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

const BUTTON = { size: 'small', color: 'inherit', loadingPosition: 'start', sx: { flexShrink: 0 } } as const

/** Exports as CSV or for Excel. The number of rows is shown beforehand. */
export function ExportButtons<Row>(props: Props<Row>) {
  const { name, dated = false, heading = [], columns, rows, more = false, ready = true } = props
  const { settled = () => Promise.resolve(rows) } = props
  const { saving, save } = useSaveRows(settled)
  const form = useStore(csvFormSetting)

  const contentOf: Record<FileKind, (saved: readonly Row[]) => Promise<BlobPart[]>> = {
    csv: (saved) => csvContent(columns, saved, heading, csvFormOf(form)),
    xlsx: async (saved) => {
      const { workbook } = await loadCode(() => import(/* webpackChunkName: "workbook" */ './workbook'))
      return workbook({ name: name[0] || 'Rows', heading, columns, rows: saved }, nextTask)
    },
  }
  const saveAs = (kind: FileKind) => {
    const today = todayIn(currentConnection().timeZone)
    return save({ kind, name: fileNameOf([...name, !dated && today]), content: contentOf[kind] })
  }

  const part = printedPart({ count: rows.length, loading: false, arriving: !ready, more })
  const printed = useRef<string | null>(null)
  const offerFile = useEffectEvent(() => {
    if (printed.current === null || !ready) return
    const action = { label: 'Export Excel', onClick: () => void saveAs('xlsx') }
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

  const disabled = rows.length === 0 || !ready
  const button = (kind: FileKind) => ({
    ...BUTTON,
    startIcon: <DownloadIcon />,
    loading: saving === kind,
    disabled: disabled || saving !== null,
    onClick: () => void saveAs(kind),
  })
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
      <Button {...button('csv')}>
        {`Export CSV (${more ? `${grouped(rows.length)}+ rows` : counted(rows.length, 'row')})`}
      </Button>
      <CsvFormMenu form={form} />
      <Button {...button('xlsx')}>Export Excel</Button>
      {part !== null && !disabled && (
        <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
          The Excel file of this list holds all of it.
        </Typography>
      )}
    </Stack>
  )
}

function CsvFormMenu({ form }: { form: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label="CSV format"
        title={`CSV format: ${csvFormOf(form).label}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minWidth: 32, px: 0, ml: -0.5, mr: 0.5 }}
      >
        <ArrowDropDownIcon fontSize="small" />
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': 'CSV format' } }}>
          {CSV_FORMS.map(({ id, label }) => (
            <MenuItem
              key={id}
              role="menuitemradio"
              aria-checked={id === form}
              selected={id === form}
              onClick={() => {
                csvFormSetting.set(id)
                close()
              }}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
