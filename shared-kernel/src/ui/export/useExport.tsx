import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import ListItemText from '@mui/material/ListItemText'
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
/** For spreadsheets that write numbers as the reports do. */
const LOCAL: CsvForm = { separator: ';', decimal: ',' }

type Form = CsvForm | 'xlsx'

const CHOICES: readonly (readonly [label: string, form: Form, hint?: string])[] = [
  ['CSV', STANDARD, 'Comma, 1234.5'],
  ['CSV for this locale', LOCAL, 'Semicolon, 1234,5'],
  ['Excel', 'xlsx'],
]

export interface ExportProps<Row> {
  /** Parts of the file name: the screen, then its filters. */
  name: readonly (string | false | null | undefined)[]
  /** The file name already contains the days, so no date is added. */
  dated?: boolean
  heading?: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  /** All rows as searched and sorted, not only the visible ones. */
  rows: readonly Row[]
  /** Resolves to the rows of the last search and sort; by default to `rows`. */
  settled?: () => Promise<readonly Row[]>
  /** `settled` resolves to more rows than `rows` has. */
  more?: boolean
  ready?: boolean
}

/** The actions that save a list as a file. */
export interface Export {
  /** The number of rows, for example '150 rows'. */
  size: string
  /** There is nothing to save, or the rows are not ready yet. */
  isEmpty: boolean
  isReady: boolean
  isSaving: boolean
  save: (form: Form) => Promise<void>
  /** Shown only in print: says where to get the rows missing from the printout. */
  note: ReactNode
}

export function useExport<Row>(props: ExportProps<Row>): Export {
  const { name, dated = false, heading = [], columns, rows, more = false, ready = true } = props
  const { settled = () => Promise.resolve(rows) } = props
  const [isSaving, setIsSaving] = useState(false)
  useFocusRecovery(isSaving)

  const save = async (form: Form) => {
    setIsSaving(true)
    try {
      // `settled` reports its own failure
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
  const saveAsShown = useEffectEvent(save)
  const offerFile = useEffectEvent(() => {
    if (printed.current === null || !ready) return
    const action = { label: 'Export Excel', onClick: () => void saveAsShown('xlsx') }
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
  return {
    size: more ? `${grouped(rows.length)}+ rows` : counted(rows.length, 'row'),
    isEmpty,
    isReady: ready,
    isSaving,
    save,
    note: part !== null && !isEmpty && (
      <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
        The Excel file of this list holds all of it.
      </Typography>
    ),
  }
}

/** Menu items as an array, because a menu finds items only among its own children. */
export const exportItems = ({ save, isEmpty, isSaving }: Export, close: () => void): ReactNode[] =>
  CHOICES.map(([label, form, hint]) => (
    <MenuItem
      key={label}
      disabled={isEmpty || isSaving}
      onClick={() => {
        close()
        void save(form)
      }}
    >
      <ListItemText>{label}</ListItemText>
      {hint !== undefined && (
        <Typography aria-hidden variant="body2" sx={{ pl: 3, color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
    </MenuItem>
  ))
