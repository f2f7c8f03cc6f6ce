import { useMemo, useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useVirtualizer } from '@tanstack/react-virtual'
import { SearchField } from '../SearchField'
import { useMeasuredWidth, useScroller } from '../table/frame'
import { gameLines, type GameListLine, type PickableGame } from './gameGroups'

const LINE_HEIGHT = 40
const OVERSCAN = 6
const COLUMN_WIDTH = 240
const FRAME = { height: 400, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 } as const

interface Props {
  games: readonly PickableGame[]
  selected: ReadonlySet<number>
  onToggle: (gameId: number) => void
  /** Absent: groups have no buttons. */
  onSelectGroup?: ((gameIds: readonly number[], selected: boolean) => void) | undefined
  /** The count in words, for example 'n games selected'. */
  countLabel: string
  actions?: ReactNode
  disabled?: boolean
}

/** Checkboxes for games, grouped by type and virtualized. */
export function GamePicker({
  games,
  selected,
  onToggle,
  onSelectGroup,
  countLabel,
  actions,
  disabled = false,
}: Props) {
  const [search, setSearch] = useState('')
  const { frame, width, measure } = useMeasuredWidth()
  const columns = Math.max(1, Math.floor(width / COLUMN_WIDTH))
  const lines = useMemo(() => gameLines(games, search, columns), [games, search, columns])
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const scroller = useScroller(frame, frame && isPhone ? scrollerAround(frame) : null)
  const flows = scroller !== null && scroller.element !== frame
  const above = scroller?.origin ?? 0
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller?.element ?? null,
    scrollMargin: above,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
  })
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search games" value={search} onChange={setSearch} />
        <Chip size="small" label={countLabel} />
        {actions}
      </Stack>
      <Box ref={measure} role="group" aria-label="Games" sx={flows ? null : FRAME}>
        <Box sx={{ position: 'relative' }} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <Box
              key={index}
              sx={{ position: 'absolute', insetInline: 0, height: LINE_HEIGHT, px: flows ? 0 : 2 }}
              style={{ top: start - above }}
            >
              <Line
                line={lines[index]}
                columns={columns}
                selected={selected}
                onToggle={onToggle}
                onSelectGroup={onSelectGroup}
                disabled={disabled}
              />
            </Box>
          ))}
        </Box>
      </Box>
    </Stack>
  )
}

/** The dialog's content or, in a short window such as above an on-screen keyboard, the whole dialog. */
function scrollerAround(frame: HTMLElement): HTMLElement | null {
  let around = frame.parentElement
  while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement
  return around
}

interface LineProps extends Pick<Props, 'selected' | 'onToggle' | 'onSelectGroup'> {
  line: GameListLine | undefined
  columns: number
  disabled: boolean
}

function Line({ line, columns, selected, onToggle, onSelectGroup, disabled }: LineProps) {
  if (!line) return null
  if (line.kind === 'group')
    return (
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, height: '100%' }}>
        <Typography variant="overline" component="h3" sx={{ color: 'text.secondary', mr: 1 }}>
          {line.type}
        </Typography>
        {onSelectGroup &&
          line.gameIds.length > 0 &&
          ([true, false] as const).map((all) => (
            <Button
              key={String(all)}
              size="small"
              disabled={disabled || line.gameIds.every((id) => selected.has(id) === all)}
              aria-label={`${all ? 'Select all' : 'None'} ${line.type}`}
              onClick={() => onSelectGroup(line.gameIds, all)}
            >
              {all ? 'Select all' : 'None'}
            </Button>
          ))}
      </Stack>
    )
  if (line.kind === 'empty') return <Typography variant="body2">{line.text}</Typography>
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {line.games.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          disabled={disabled}
          control={<Checkbox size="small" checked={selected.has(id)} onChange={() => onToggle(id)} />}
          label={name}
          slotProps={{ typography: { noWrap: true, title: name, variant: 'body2' } }}
        />
      ))}
    </Box>
  )
}
