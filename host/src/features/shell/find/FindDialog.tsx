import { useId, useState, type KeyboardEvent } from 'react'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { Dialog } from '@console/shared-kernel/form'
import { indexAfterKey } from '@console/shared-kernel/rules'
import type { NavEntry } from '../model'
import { CommandList } from './CommandList'
import { statusText, type Command } from './model'
import { useCommands } from './useCommands'
import { useFound } from './useFound'

const WHAT = 'Find screens, actions, users and machines'

interface Props {
  navigation: readonly NavEntry[]
  onAbout: () => void
  onPassword: () => void
  onShortcuts: () => void
  /** Text typed before the dialog was loaded; '' from the second call on. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds screens, actions, users and machines; fully usable by keyboard. */
export function FindDialog({ takeTyped, onClose, ...options }: Props) {
  const [query, setQuery] = useState('')
  /** The key of the command chosen by arrow keys, as new results may come above it. Null for the first one. */
  const [chosen, setChosen] = useState<string | null>(null)
  const { commandsFor, searchesUsers, searchesMachines } = useCommands(options)
  const { found, settled, loading, failed } = useFound({
    query,
    users: searchesUsers,
    machines: searchesMachines,
  })
  const id = useId()
  const commands = commandsFor(query, found)
  const highlightedIn = (some: readonly Command[]) =>
    Math.max(
      0,
      some.findIndex(({ key }) => key === chosen),
    )
  const highlighted = highlightedIn(commands)
  const optionId = (index: number) => `${id}-${index}`

  const search = (text: string) => {
    setQuery(text)
    setChosen(null)
  }
  const run = (command: Command) => {
    // the command may open another dialog instead of this one
    onClose()
    command.run()
  }
  /** Enter may be pressed before the search has its results. */
  const runHighlighted = async () => {
    const all = commandsFor(query, await settled())
    const command = all[highlightedIn(all)]
    if (command) run(command)
  }
  const takeOver = () => {
    const typed = takeTyped()
    if (typed !== '') search(typed)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = indexAfterKey(event.key, highlighted, commands.length, true)
    if (event.key === 'Enter') void runHighlighted()
    else if (event.key === 'Escape' && query !== '') search('')
    else if (next !== null) setChosen(commands[next]!.key)
    else return
    event.preventDefault()
    // the next Escape closes the dialog
    event.stopPropagation()
  }

  return (
    <Dialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          py: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="h2" id={`${id}-title`} sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
          Find
        </Box>
        <SearchIcon color="action" />
        <InputBase
          autoFocus
          fullWidth
          value={query}
          placeholder={WHAT}
          onChange={({ target }) => search(target.value)}
          onFocus={takeOver}
          inputProps={{
            role: 'combobox',
            'aria-label': WHAT,
            'aria-autocomplete': 'list',
            'aria-expanded': commands.length > 0,
            'aria-controls': id,
            ...(commands[highlighted] && { 'aria-activedescendant': optionId(highlighted) }),
            autoComplete: 'off',
            spellCheck: false,
            onKeyDown,
          }}
        />
      </Box>
      <CommandList id={id} commands={commands} highlighted={highlighted} optionId={optionId} onChoose={run} />
      <Typography role="status" variant="body2" sx={{ px: 2, py: 1, color: 'text.secondary' }}>
        {statusText({ query, commands, loading, failed })}
      </Typography>
    </Dialog>
  )
}
