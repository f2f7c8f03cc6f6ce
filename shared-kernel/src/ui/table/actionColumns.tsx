import { RowActions, type RowAction } from './RowActions'
import type { Column } from './columns'

interface Options<Row> {
  name: (row: Row) => string
  actionsOf: (row: Row) => readonly (RowAction | null)[]
  most: number
  /** In pixels; narrower frames have one menu a row. */
  buttonsFrom: number
}

const BUTTON_WIDTH = 30
const PADDING = 16
const MENU_WIDTH = 76

/** The last column of a table: buttons, or one menu a row in a narrow frame. */
export function actionColumns<Row>({ name, actionsOf, most, buttonsFrom }: Options<Row>): Column<Row>[] {
  const column = {
    header: 'Actions',
    align: 'right',
    fixed: true,
    pinned: 'right',
    screenOnly: true,
  } as const
  const cell = (compact: boolean) => (row: Row) => (
    <RowActions name={name(row)} actions={actionsOf(row)} compact={compact} />
  )
  return [
    {
      ...column,
      key: 'actions',
      minWidth: Math.max(MENU_WIDTH, PADDING + most * BUTTON_WIDTH),
      hideBelow: buttonsFrom,
      cell: cell(false),
    },
    { ...column, key: 'actionsMenu', minWidth: MENU_WIDTH, hideFrom: buttonsFrom, cell: cell(true) },
  ]
}
