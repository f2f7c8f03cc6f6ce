import { useId, useState } from 'react'
import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CircularProgress from '@mui/material/CircularProgress'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ComboboxList } from './ComboboxList'
import { useCombobox, type ComboboxSource } from './useCombobox'

interface Props<Option> extends ComboboxSource<Option> {
  label: string
  emptyLabel: string
  tinted?: (option: Option) => boolean
  /** False while a newer search is running. */
  current?: boolean
  loading?: boolean
  /** Options are being loaded; typing works already. */
  busy?: boolean
  disabled?: boolean
}

const FIELD = {
  '& .MuiInputBase-root': { pr: 1 },
  '& input': { textOverflow: 'ellipsis' },
  '& input::placeholder': { opacity: 0.75 },
} as const

/** Chooses one item from a list of any length. */
export function Combobox<Option>(props: Props<Option>) {
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
