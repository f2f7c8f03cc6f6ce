import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { grouped } from '../domain/texts'
import { useFocusRecovery } from './focus'
import { PrintedHead } from './table/printed'

/** As high as the count's line. */
const NEW_ROWS = {
  minWidth: 0,
  minHeight: 24,
  px: 0.5,
  py: 0,
  verticalAlign: 'baseline',
  displayPrint: 'none',
} as const

const newText = (count: number): string => `${grouped(count)} new`

interface Props {
  text: string
  /** The longest possible text, whose width is reserved so that nothing moves while typing. */
  longest: string
  /** Printed instead of the filter fields. */
  filters: readonly (string | false)[]
  /** Rows that others have added, which `onShow` shows. */
  newRows?: { count: number; onShow: () => void }
}

/** How many rows are shown, and how many are new; screen readers announce changes. Prints the filters too. */
export function ListCount({ text, longest, filters, newRows }: Props) {
  const isNew = text !== '' && !!newRows?.count
  useFocusRecovery(isNew)
  return (
    <>
      <Typography
        role="status"
        variant="body2"
        data-longest={newRows ? `${longest} + ${newText(99)}` : longest}
        sx={{
          color: 'text.secondary',
          '&::after': { content: 'attr(data-longest)', display: 'block', height: 0, visibility: 'hidden' },
        }}
      >
        {text}
        {isNew && ' '}
        {isNew && (
          <Button size="small" onClick={newRows.onShow} sx={NEW_ROWS}>
            {newText(newRows.count)}
          </Button>
        )}
      </Typography>
      <PrintedFilters words={filters} />
    </>
  )
}

/** Filters that are only printed. */
export function PrintedFilters({ words }: { words: Props['filters'] }) {
  const parts = words.filter(Boolean)
  if (parts.length === 0) return null
  const text = `Filtered by: ${parts.join(', ')}`
  return (
    <>
      <PrintedHead side="right" text={text} />
      <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
        {text}
      </Typography>
    </>
  )
}
