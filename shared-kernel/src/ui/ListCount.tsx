import Typography from '@mui/material/Typography'

interface Props {
  text: string
  /** The longest possible text, whose width is reserved so that nothing moves while typing. */
  longest: string
  /** Printed instead of the filter fields. */
  filters: readonly (string | false)[]
}

/** How many rows are shown; screen readers announce changes. Prints the filters too. */
export function ListCount({ text, longest, filters }: Props) {
  return (
    <>
      <Typography
        role="status"
        variant="body2"
        data-longest={longest}
        sx={{
          color: 'text.secondary',
          '&::after': { content: 'attr(data-longest)', display: 'block', height: 0, visibility: 'hidden' },
        }}
      >
        {text}
      </Typography>
      <PrintedFilters words={filters} />
    </>
  )
}

/** Only printed. */
export function PrintedFilters({ words }: { words: Props['filters'] }) {
  const said = words.filter(Boolean)
  if (said.length === 0) return null
  return (
    <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
      {`Filtered by: ${said.join(', ')}`}
    </Typography>
  )
}
