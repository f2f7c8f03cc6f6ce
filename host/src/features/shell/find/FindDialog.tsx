import { useEffect, useEffectEvent, useId, useMemo, useState, type KeyboardEvent } from 'react'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { Dialog } from '@console/shared-kernel/form'
import { indexAfterKey } from '@console/shared-kernel/rules'
import type { NavEntry } from '../model'
import { CommandList } from './CommandList'
import { parseCommand } from './commandLine'
import { statusText, type Command } from './model'
import { useCommands } from './useCommands'
import { useFindResults } from './useFindResults'
import { useNotes } from './useNotes'

const WHAT = 'Find screens, actions, users and machines'

/** These groups come first and do not need the lists. */
const isOfNoList = (command: Command | undefined): boolean =>
  command?.group === 'Recent' || command?.group === 'Screens' || command?.group === 'Actions'

interface Props {
  navigation: readonly NavEntry[]
  onAbout: () => void
  onPassword: () => void
  onSecurity: () => void
  onShortcuts: () => void
  /** Text typed before the dialog was loaded; '' from the second call on. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds screens, actions, users and machines; fully usable by keyboard. */
export function FindDialog({ takeTyped, onClose, ...options }: Props) {
  const [query, setQuery] = useState('')
  /**
   * The key of the command chosen with the arrow keys, because its index changes if new results appear above
   * it. Null for the first command.
   */
  const [chosen, setChosen] = useState<string | null>(null)
  /** Enter was pressed before the search had its results. */
  const [entered, setEntered] = useState(false)
  const { commandsFor, questionFor, perform, searchesUsers, searchesMachines } = useCommands(options)
  const line = useMemo(() => parseCommand(query), [query])
  const kinds = { users: searchesUsers, machines: searchesMachines }
  const rows = useFindResults({ query, ...kinds })
  const subjects = useFindResults({ query: line?.subject ?? '', ...kinds })
  const { notes, ...noteSearch } = useNotes(query)
  const id = useId()
  const commands = commandsFor(query, { found: rows.found, line, subjects: subjects.found, all: rows, notes })
  const isOutdated = rows.outdated || subjects.outdated
  const chosenAt = commands.findIndex(({ key }) => key === chosen)
  const highlighted = Math.max(0, chosenAt)
  const command = commands[highlighted]
  // notes come last: one of them is the first result only if there is nothing else
  const isLoading = rows.loading || (noteSearch.loading && !command)
  const isFinal = isOfNoList(command) || (!isOutdated && (chosenAt >= 0 || !isLoading))
  const optionId = (index: number) => `${id}-${index}`

  const search = (text: string) => {
    setQuery(text)
    setChosen(null)
    setEntered(false)
  }
  const run = (chosenCommand: Command) => {
    // the command may open another dialog instead of this one
    onClose()
    perform(chosenCommand)
  }
  const runEntered = useEffectEvent(() => {
    if (command) run(command)
  })
  useEffect(() => {
    if (entered && isFinal) runEntered()
  }, [entered, isFinal])
  const takeOver = () => {
    const typed = takeTyped()
    if (typed !== '') search(typed)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = indexAfterKey(event.key, highlighted, commands.length, true)
    if (event.key === 'Enter') setEntered(true)
    else if (event.key === 'Escape' && query !== '') search('')
    else if (next !== null) {
      setChosen(commands[next]!.key)
      setEntered(false)
    } else return
    event.preventDefault()
    // the next Escape closes the dialog
    event.stopPropagation()
  }

  return (
    <Dialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start', pt: { sm: '10vh' } } }}
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
            ...(command && { 'aria-activedescendant': optionId(highlighted) }),
            autoComplete: 'off',
            spellCheck: false,
            onKeyDown,
          }}
        />
      </Box>
      <CommandList id={id} commands={commands} highlighted={highlighted} optionId={optionId} onChoose={run} />
      <Typography role="status" variant="body2" sx={{ px: 2, py: 1, color: 'text.secondary' }}>
        {statusText({
          query,
          commands,
          loading: rows.loading,
          searchesNotes: noteSearch.loading,
          question: questionFor(query, { line, all: rows }),
          failed: [...rows.failed, ...(noteSearch.failed ? ['Notes'] : [])],
        })}
      </Typography>
    </Dialog>
  )
}
