import { RowActions, type RowAction } from './RowActions'
import type { Column } from './columns'

interface Options<Row> {
  name: (row: Row) => string
  /** In one order in all rows. A null keeps the place of an action that a row has not. */
  actionsOf: (row: Row) => readonly (RowAction | null)[]
  /** How many actions a row may have. */
  most: number
  /** The frame's width in pixels from which on each action has its own button. */
  buttonsFrom: number
}

const BUTTON_WIDTH = 30
const PADDING = 16
const MENU_WIDTH = 76

/** The last column of a table whose rows can be acted on: buttons, or one menu a row in a narrow frame. */
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
