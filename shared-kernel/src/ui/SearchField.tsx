import { useRef, type KeyboardEvent } from 'react'
import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { focusFirstRow } from './searchAndRows'
import { KeyCap, focusOnSlash } from './shortcuts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** '/' focuses it from anywhere on the screen, Escape clears it, and ArrowDown moves to the first row. */
  ofScreen?: boolean
  autoFocus?: boolean
  fullWidth?: boolean
  /** The limit in characters. */
  maxLength?: number
  onKey?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A controlled field with a button that clears it, as Escape does. */
export function SearchField(props: Props) {
  const { label, value, onChange, ofScreen = false, autoFocus = false, fullWidth = false, onKey } = props
  const { maxLength } = props
  const field = useRef<HTMLDivElement>(null)
  const clear = () => {
    // the button, which may have the focus, disappears
    field.current?.querySelector('input')?.focus()
    onChange('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape first closes an open tooltip
    if (ofScreen) {
      if (!isTooltipOpen()) clear()
    } else if (value !== '') {
      // keeps the dialog open
      event.stopPropagation()
      clear()
    }
  }
  const onInputKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // does not submit the surrounding form
    if (event.key === 'Enter') event.preventDefault()
    if (ofScreen && event.key === 'ArrowDown' && !event.nativeEvent.isComposing)
      if (focusFirstRow(event.currentTarget)) event.preventDefault()
    onKey?.(event)
  }
  return (
    <TextField
      ref={field}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoFocus={autoFocus}
      size="small"
      sx={widthOf(fullWidth, ofScreen)}
      onKeyDown={onKeyDown}
      {...(ofScreen && { inputRef: focusOnSlash })}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: (
            <InputAdornment position="end">
              {ofScreen && value === '' && <SlashKey />}
              <ClearButton shown={value !== ''} onClick={clear} />
            </InputAdornment>
          ),
        },
        htmlInput: {
          ...(maxLength && { maxLength }),
          onKeyDown: onInputKeyDown,
          ...(ofScreen && { 'aria-keyshortcuts': '/' }),
        },
      }}
    />
  )
}

const widthOf = (fullWidth: boolean, ofScreen: boolean) => {
  if (fullWidth) return { width: '100%' }
  if (ofScreen) return { flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 320 } }
  return { width: { xs: '100%', sm: 320 } }
}

/** The theme's tooltips are removed as soon as they close. */
const isTooltipOpen = (): boolean => document.querySelector('[role=tooltip]') !== null

/** Always rendered, because creating the button would delay the first keystroke. */
function ClearButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return (
    <IconButton
      size="small"
      edge="end"
      aria-label="Clear search"
      onClick={onClick}
      style={shown ? undefined : { display: 'none' }}
    >
      <ClearIcon fontSize="small" />
    </IconButton>
  )
}

const SlashKey = () => (
  <Box aria-hidden sx={{ display: { xs: 'none', sm: 'flex' }, '@media (hover: none)': { display: 'none' } }}>
    <KeyCap name="/" />
  </Box>
)
