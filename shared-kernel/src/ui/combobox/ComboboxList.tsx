import { useEffect, useRef, type ReactNode } from 'react'
import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'

const OPTION_HEIGHT = 36
const MAX_IN_SIGHT = 9
const BEYOND_THE_EDGE = 8

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  maxHeight: OPTION_HEIGHT * MAX_IN_SIGHT,
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

interface Props {
  id: string
  label: string
  count: number
  highlighted: number
  optionId: (index: number) => string
  option: (index: number) => { label: ReactNode; tinted: boolean; chosen: boolean }
  onChoose: (index: number) => void
}

/** Only the visible options are in the document. */
export function ComboboxList({ id, label, count, highlighted, optionId, option, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => OPTION_HEIGHT,
    overscan: BEYOND_THE_EDGE,
    initialOffset: Math.max(0, highlighted - MAX_IN_SIGHT / 2) * OPTION_HEIGHT,
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
