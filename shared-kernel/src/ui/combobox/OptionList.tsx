import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { alpha, styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { indexAfterKey } from '../../domain/navigationKeys'

const OPTION_HEIGHT = 44
const OVERSCAN = 8

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  height: 320,
  overflow: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& [role=option]': {
    position: 'absolute',
    insetInline: 0,
    height: OPTION_HEIGHT,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    paddingInline: theme.spacing(2),
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&[aria-selected=true]': {
      backgroundColor: alpha(theme.palette.primary.main, 0.12),
      boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
    },
  },
}))

interface Props<Option> {
  label: string
  options: readonly Option[]
  optionKey: (option: Option) => string | number
  empty: string
  chosen: string | number | null
  onChoose: (option: Option) => void
  renderOption: (option: Option) => ReactNode
  ref?: RefObject<HTMLDivElement | null>
}

/** Arrow, page, Home and End keys choose an option; Enter or a double click submits the form. */
export function OptionList<Option>(props: Props<Option>) {
  const { label, options, optionKey, empty, chosen, onChoose, renderOption, ref } = props
  const own = useRef<HTMLDivElement>(null)
  const frame = ref ?? own
  const id = useId()
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => frame.current,
    estimateSize: () => OPTION_HEIGHT,
    overscan: OVERSCAN,
  })
  const chosenIndex = chosen === null ? -1 : options.findIndex((option) => optionKey(option) === chosen)
  const idOf = (index: number) => `${id}-${index}`

  useEffect(() => {
    if (chosenIndex >= 0) virtualizer.scrollToIndex(chosenIndex)
  }, [virtualizer, chosenIndex])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') {
      // the form may close: this key must not press the button that then gets the focus
      event.preventDefault()
      event.currentTarget.closest('form')?.requestSubmit()
    }
    const next = indexAfterKey(event.key, chosenIndex, options.length)
    if (next === null) return
    event.preventDefault()
    onChoose(options[next]!)
  }
  return (
    <Box sx={{ position: 'relative' }}>
      <Frame
        ref={frame}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...(chosenIndex >= 0 && { 'aria-activedescendant': idOf(chosenIndex) })}
      >
        <div role="presentation" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const option = options[index]
            if (option === undefined) return null
            return (
              <div
                key={optionKey(option)}
                id={idOf(index)}
                role="option"
                aria-selected={index === chosenIndex}
                aria-setsize={options.length}
                aria-posinset={index + 1}
                style={{ top: start }}
                onClick={() => onChoose(option)}
                onDoubleClick={(event) => event.currentTarget.closest('form')?.requestSubmit()}
              >
                {renderOption(option)}
              </div>
            )
          })}
        </div>
      </Frame>
      <Typography
        role="status"
        variant="body2"
        sx={{ position: 'absolute', inset: 0, p: 2, pointerEvents: 'none', color: 'text.secondary' }}
      >
        {options.length === 0 && empty}
      </Typography>
    </Box>
  )
}
