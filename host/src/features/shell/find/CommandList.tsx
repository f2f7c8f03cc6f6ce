import { useEffect, useRef } from 'react'
import { alpha, styled } from '@mui/material/styles'
import { GROUPS, type Command } from './model'

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  maxHeight: 'min(60vh, 480px)',
  overflow: 'auto',
  paddingBlock: theme.spacing(1),
  '& .group': {
    padding: theme.spacing(0.75, 2),
    color: theme.palette.text.secondary,
    fontWeight: 500,
  },
  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    minHeight: 36,
    // for texts that wrap on a phone
    padding: theme.spacing(0.75, 2),
    cursor: 'pointer',
    '& > :first-of-type': { overflowWrap: 'anywhere' },
    '& .hint': { color: theme.palette.text.secondary, textAlign: 'right', flexShrink: 0, maxWidth: '55%' },
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&[aria-selected=true]': {
      backgroundColor: alpha(theme.palette.primary.main, 0.12),
      boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
    },
  },
}))

interface Props {
  id: string
  commands: readonly Command[]
  highlighted: number
  optionId: (index: number) => string
  onChoose: (command: Command) => void
}

export function CommandList({ id, commands, highlighted, optionId, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, commands])
  const option = (command: Command, index: number) => (
    <div
      key={command.key}
      id={optionId(index)}
      role="option"
      aria-selected={index === highlighted}
      // keeps the focus in the field
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(command)}
    >
      <span>{command.label}</span>
      {command.hint !== undefined && <span className="hint">{command.hint}</span>}
    </div>
  )
  return (
    <Frame ref={frame} id={id} role="listbox" aria-label="Found">
      {GROUPS.filter((group) => commands.some((command) => command.group === group)).map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className="group" role="presentation">
            {group}
          </div>
          {commands.map((command, index) => (command.group === group ? option(command, index) : null))}
        </div>
      ))}
    </Frame>
  )
}
