import { useRef, type KeyboardEvent } from 'react'
import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { KeyCap } from './KeyCap'
import { focusOnSlash } from './searchShortcut'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** The search of a screen: '/' leads to it from anywhere there, and Escape clears it. */
  ofScreen?: boolean
  /** In a dialog that begins with it. */
  autoFocus?: boolean
  fullWidth?: boolean
  /** Keys that do something with what is found. */
  onKey?: (event: KeyboardEvent<HTMLElement>) => void
}

export function SearchField(props: Props) {
  const { label, value, onChange, ofScreen = false, autoFocus = false, fullWidth = false, onKey } = props
  const field = useRef<HTMLDivElement>(null)
  const clear = () => {
    // the button goes away: what is typed next is the next search
    field.current?.querySelector('input')?.focus()
    onChange('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // one Escape does one thing: it takes away a tooltip that lies over the page first
    if (ofScreen) {
      if (!isTooltipOpen()) clear()
    } else if (value !== '') {
      // the dialog around it stays for the next one
      event.stopPropagation()
      clear()
    }
  }
  const onInputKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // what is searched is found as it is typed; the form around it is not sent by that
    if (event.key === 'Enter') event.preventDefault()
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
        htmlInput: { onKeyDown: onInputKeyDown, ...(ofScreen && { 'aria-keyshortcuts': '/' }) },
      }}
    />
  )
}

const widthOf = (fullWidth: boolean, ofScreen: boolean) => {
  if (fullWidth) return { width: '100%' }
  // next to filters it leaves them room before one of them goes to another line
  if (ofScreen) return { flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 320 } }
  return { width: { xs: '100%', sm: 320 } }
}

/** The theme's tooltips are gone from the page as soon as they close. */
const isTooltipOpen = (): boolean => document.querySelector('[role=tooltip]') !== null

/** There from the beginning: to make it would take a part of the first letter's time. */
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

/** Not shown where a finger takes the place of a keyboard. */
const SlashKey = () => (
  <Box aria-hidden sx={{ display: 'flex', '@media (hover: none)': { display: 'none' } }}>
    <KeyCap name="/" />
  </Box>
)
