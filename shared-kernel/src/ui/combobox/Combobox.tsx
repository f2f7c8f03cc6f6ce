import { useEffect, useRef, type ReactNode, useId, useState } from 'react'
import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CircularProgress from '@mui/material/CircularProgress'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useCombobox, type ComboboxSource } from './useCombobox'

const OPTION_HEIGHT = 36
const MAX_VISIBLE_OPTIONS = 9
const OVERSCAN = 8

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  maxHeight: OPTION_HEIGHT * MAX_VISIBLE_OPTIONS,
  overflow: 'auto',
  '& .options': { position: 'relative' },
  '& [role=option]': {
    position: 'absolute',
    insetInline: 0,
    height: OPTION_HEIGHT,
    lineHeight: `${OPTION_HEIGHT}px`,
    paddingInline: theme.spacing(1.75),
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&.tinted': { backgroundColor: theme.palette.action.hover },
    '&:hover, &.highlighted': { backgroundColor: theme.palette.action.selected },
    '&[aria-selected=true]': { boxShadow: `inset 3px 0 ${theme.palette.primary.main}` },
  },
}))

interface ComboboxListProps {
  id: string
  label: string
  count: number
  highlighted: number
  optionId: (index: number) => string
  option: (index: number) => { label: ReactNode; tinted: boolean; chosen: boolean }
  onChoose: (index: number) => void
}

/** A virtualized list: only the visible options are in the DOM. */
function ComboboxList({ id, label, count, highlighted, optionId, option, onChoose }: ComboboxListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => OPTION_HEIGHT,
    overscan: OVERSCAN,
    initialOffset: Math.max(0, highlighted - MAX_VISIBLE_OPTIONS / 2) * OPTION_HEIGHT,
  })

  useEffect(() => virtualizer.scrollToIndex(highlighted), [virtualizer, highlighted])

  return (
    <Frame ref={frame} id={id} role="listbox" aria-label={label}>
      <div role="presentation" className="options" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const { label: text, tinted, chosen } = option(index)
          return (
            <div
              key={index}
              id={optionId(index)}
              role="option"
              aria-selected={chosen}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={[tinted && 'tinted', index === highlighted && 'highlighted']
                .filter(Boolean)
                .join(' ')}
              style={{ top: start }}
              // the focus stays in the field
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(index)}
            >
              {text}
            </div>
          )
        })}
      </div>
    </Frame>
  )
}

interface ComboboxProps<Option> extends ComboboxSource<Option> {
  label: string
  emptyLabel: string
  tinted?: (option: Option) => boolean
  /** False while a newer search is running. */
  current?: boolean
  loading?: boolean
  /** Options are still loading, but the field already accepts typing. */
  busy?: boolean
  disabled?: boolean
}

const FIELD = {
  '& .MuiInputBase-root': { pr: 1 },
  '& input': { textOverflow: 'ellipsis' },
  '& input::placeholder': { opacity: 0.75 },
} as const

/** Chooses one item from a list of any length. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, emptyLabel, optionLabel, chosen, unknown, tinted } = props
  const { current = true, loading = false, busy = false, disabled = false } = props
  const isDisabled = disabled || loading
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const { open, text, count, highlighted, optionAt, choose, toggle, field } = useCombobox(props)
  const optionId = (index: number) => `${id}-${index}`

  const describe = (index: number) => {
    const option = optionAt(index)
    return {
      label: option === null ? emptyLabel : optionLabel(option),
      tinted: option !== null && (tinted?.(option) ?? false),
      chosen: option === chosen,
    }
  }
  return (
    <>
      <TextField
        label={label}
        value={text}
        placeholder={emptyLabel}
        size="small"
        fullWidth
        disabled={isDisabled}
        error={unknown !== undefined}
        helperText={unknown === undefined ? undefined : `Choose one from the list, or ${emptyLabel}`}
        sx={FIELD}
        {...field}
        slotProps={{
          inputLabel: { shrink: true },
          input: {
            ref: setAnchor,
            // MUI disables only the input inside
            onClick: isDisabled ? undefined : toggle,
            endAdornment: (
              <InputAdornment position="end" sx={{ ml: 0 }}>
                {loading || busy ? (
                  <CircularProgress size={16} aria-label={`Loading ${label}`} />
                ) : (
                  <ArrowDropDownIcon color={disabled ? 'disabled' : 'action'} />
                )}
              </InputAdornment>
            ),
          },
          htmlInput: {
            role: 'combobox',
            autoComplete: 'off',
            spellCheck: false,
            'aria-autocomplete': 'list',
            'aria-expanded': open,
            'aria-busy': loading || busy,
            ...(open && { 'aria-controls': id }),
            ...(open && highlighted < count && { 'aria-activedescendant': optionId(highlighted) }),
          },
        }}
      />
      <Popper
        open={open}
        anchorEl={anchor}
        placement="bottom-start"
        sx={{ zIndex: 'tooltip', width: anchor?.clientWidth, minWidth: 200 }}
      >
        <Paper elevation={8} sx={{ my: 0.5, overflow: 'hidden' }}>
          {count === 0 ? (
            <Typography variant="body2" role="status" sx={{ px: 1.75, py: 1, color: 'text.secondary' }}>
              {current && 'Nothing found'}
            </Typography>
          ) : (
            <ComboboxList
              id={id}
              label={label}
              count={count}
              highlighted={highlighted}
              optionId={optionId}
              option={describe}
              onChoose={choose}
            />
          )}
        </Paper>
      </Popper>
    </>
  )
}
