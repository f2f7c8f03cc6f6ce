import Typography from '@mui/material/Typography'

interface Props {
  text: string
  /** The longest that the text may become: it is as wide from the start, and what is typed moves nothing. */
  longest: string
  /** What the list is narrowed to, for paper: the fields that say it are not printed. */
  filters: readonly (string | false)[]
}

/** How many rows a list has, and how many of them are found. */
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

/** What a list is narrowed to, on paper alone. */
export function PrintedFilters({ words }: { words: Props['filters'] }) {
  const said = words.filter(Boolean)
  if (said.length === 0) return null
  return (
    <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
      {`Filtered by: ${said.join(', ')}`}
    </Typography>
  )
}
