import { memo, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Link } from 'react-router-dom'
import { AddressedExport } from '../export/AddressedExport'
import { ExportMenu } from '../export/ExportButtons'
import { useExport, type ExportProps } from '../export/useExport'
import { FoldFiltersContext } from '../filters/FilterBar'
import { ScreenHeader } from '../ScreenHeader'
import { useMeasuredWidth } from '../table/frame'
import { useListViews } from '../views/useListViews'
import type { ListViews } from '../views/ViewTabs'
import { MoreMenu } from './MoreMenu'

/** From this head width in pixels, the filters are fields, next to the search or below it. */
const FILTERS_FROM = 868
/** From this head width in pixels, the tools are buttons next to the title. */
const TOOLS_FROM = 690
/** From this head width in pixels, the screen's actions are buttons next to the title. */
const ACTIONS_FROM = 500

/** A button, or a menu item if the head is narrow. Memoise it: typing in the search re-renders the head. */
export interface ListAction {
  label: string
  icon?: ReactNode
  onClick?: () => void
  /** The address that it links to. */
  to?: string
  /** Whether it is the main action of the screen. */
  main?: boolean
  disabled?: boolean
  /** Whether the choice is the current one. */
  chosen?: boolean
}

interface Props<Row> {
  title: string
  mark?: ReactNode
  /** The number of rows, and when they were read. */
  status: ReactNode
  search?: ReactNode
  filters: ReactNode
  /** The choice of how rows are shown: a control, and the same choices for the menu. */
  view?: { control: ReactNode; choices: readonly ListAction[] }
  /** The screen's actions. */
  actions?: readonly ListAction[]
  /** Actions on the rows. */
  tools?: readonly ListAction[]
  /** The control that chooses columns. @param room in pixels; 0 while unknown */
  columns?: (room: number) => ReactNode
  exports: ExportProps<Row>
  /** The user's saved views. */
  views?: ListViews
}

const NONE: readonly never[] = []
const NO_VIEWS: ListViews = { name: 'none' }
const isWord = (word: unknown): word is string => typeof word === 'string' && word !== ''

/** One line, in which the search takes the remaining width. */
const TOOLBAR = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1.5,
  '& > .MuiTextField-root:first-of-type': { flex: '1 1 160px' },
} as const
/** The button is no taller than the text. The last part is right-aligned, so the count does not move it. */
const STATUS = {
  alignItems: 'center',
  columnGap: 2,
  minHeight: 24,
  '& .MuiIconButton-root': { p: 0.25, mr: -0.75 },
  // keeps the touch target below the buttons above
  '& .MuiIconButton-root::after': { top: 0 },
  '& > :last-child': { ml: 'auto' },
} as const

/**
 * The title of a list, its number of rows, its search and its filters. In a narrow head, the filters collapse
 * behind a button, and one menu contains the tools and, in an even narrower one, the actions.
 */
export function ListHead<Row>(props: Props<Row>) {
  const { title, mark, status, search, filters, view, actions = NONE, columns } = props
  const { width, measure } = useMeasuredWidth()
  const file = useExport(props.exports)
  // before it is measured it counts as wide
  const isBelow = (limit: number) => 0 < width && width < limit
  const hasMenu = isBelow(TOOLS_FROM)
  const isNarrow = isBelow(ACTIONS_FROM)
  const saved = useListViews(props.views ?? NO_VIEWS, props.exports.name.slice(1).filter(isWord))
  const { onSave } = saved
  const save: ListAction = { label: 'Save view', disabled: !onSave, ...(onSave && { onClick: onSave }) }
  const folds = isBelow(FILTERS_FROM)
  const own = props.tools ?? NONE
  // next to folded filters there is room for 'Save view', so it need not be next to the title
  const tools = props.views && (!folds || hasMenu) ? [...own, save] : own
  return (
    <Stack ref={measure} sx={{ gap: { xs: 1.5, sm: 2 } }}>
      <div>
        <ScreenHeader
          title={title}
          mark={mark}
          actions={
            !isNarrow && (
              <>
                {!hasMenu && (
                  <>
                    {tools.map((tool) => (
                      <HeadButton key={tool.label} action={tool} />
                    ))}
                    {columns?.(width)}
                    <ExportMenu file={file} />
                  </>
                )}
                {actions.map((action) => (
                  <HeadButton key={action.label} action={action} />
                ))}
              </>
            )
          }
        />
        <Stack direction="row" sx={STATUS}>
          {status}
        </Stack>
      </div>
      <FoldFiltersContext value={folds}>
        <Stack direction="row" sx={TOOLBAR}>
          {search}
          {filters}
          {props.views && folds && !hasMenu && <HeadButton action={save} />}
          {!hasMenu && view?.control}
          {hasMenu && (
            <MoreMenu
              actions={isNarrow ? [...actions, ...tools] : tools}
              views={view?.choices ?? NONE}
              file={file}
            />
          )}
        </Stack>
      </FoldFiltersContext>
      {props.views && saved.tabs}
      {saved.dialog}
      <AddressedExport file={file} />
      {file.note}
    </Stack>
  )
}

const HeadButton = memo(function HeadButton({ action }: { action: ListAction }) {
  const { label, icon, onClick, to, main = false, disabled = false } = action
  const buttonProps = {
    ...(main ? ({ variant: 'contained' } as const) : ({ color: 'inherit', size: 'small' } as const)),
    startIcon: icon,
  }
  if (to !== undefined)
    return (
      <Button component={Link} to={to} {...buttonProps}>
        {label}
      </Button>
    )
  return (
    <Button {...buttonProps} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  )
})
