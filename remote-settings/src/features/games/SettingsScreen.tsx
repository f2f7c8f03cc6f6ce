import { useCallback, useMemo, useState } from 'react'
import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import AddIcon from '@mui/icons-material/Add'
import {
  gamesQuery,
  CentredSpinner,
  EmptyState,
  lazyWithRetry,
  RetryAlert,
  Screen,
  ScreenHeader,
  showToast,
  useCurrentUser,
} from '@console/shared-kernel/core'
import { canChangeCatalogue, type Capability } from '@console/shared-kernel/rules'
import type { Game } from '@console/shared-kernel/contracts'
import {
  AddressDialog,
  createPlaces,
  useClose,
  useKeptState,
  useOpen,
  useOpened,
} from '@console/shared-kernel/view'
import { CollapsiblePanel } from './CollapsiblePanel'
import { GamesList } from './GamesList'

const AddGameDialog = lazyWithRetry(async () => (await import('./AddGameDialog')).AddGameDialog)
const DeleteGameDialog = lazyWithRetry(async () => (await import('./DeleteGameDialog')).DeleteGameDialog)

/** The action in the address that adds a game. */
const CREATE = 'create'
const savedPanel = createPlaces<boolean>()

export default function SettingsScreen() {
  const viewer = useCurrentUser()
  // stable, because the columns depend on it, and new columns re-render all rows
  const mayChange = useMemo(() => canChangeCatalogue(viewer), [viewer])
  const { data: games, isPending, isFetching, isError, refetch } = useQuery(gamesQuery)
  const [expanded, setExpanded] = useKeptState(savedPanel, false)
  const { kind, action } = useOpened()
  const { openAction } = useOpen()
  const [deleted, setDeleted] = useState<Game | null>(null)
  const [added, setAdded] = useState<string | null>(null)

  // `add` and `onDelete` hide the message about the previous game
  const add = () => {
    setAdded(null)
    openAction(CREATE)
  }
  const onDelete = useCallback((game: Game) => {
    setAdded(null)
    setDeleted(game)
  }, [])
  const showAdded = (name: string) => {
    showToast('Game added successfully')
    setAdded(name)
    setExpanded(true)
  }

  return (
    <Screen long actions={mayChange.allowed ? [CREATE] : []}>
      <ScreenHeader title="Settings" />
      <CollapsiblePanel
        title="Games Management"
        expanded={expanded}
        onToggle={() => setExpanded(!expanded)}
        waitingFor={isPending ? 'Loading games' : null}
        actions={<AddGameButton label="Add Game" mayChange={mayChange} onClick={add} />}
        notice={
          isError && (
            <RetryAlert
              message="Failed to load games. Please try again."
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          )
        }
      >
        {added !== null && (
          <Alert severity="success" role="status" onClose={() => setAdded(null)} sx={{ mb: 2 }}>
            {`Game "${added}" was added successfully`}
          </Alert>
        )}
        {isPending && <CentredSpinner label="Loading games" />}
        {games?.length === 0 && (
          <EmptyState
            title="No Games Added Yet"
            text="Start by adding your first game to the platform."
            action={<AddGameButton label="Add First Game" mayChange={mayChange} onClick={add} />}
          />
        )}
        {games && games.length > 0 && (
          <GamesList games={games} mayChange={mayChange} refreshing={isFetching} onDelete={onDelete} />
        )}
      </CollapsiblePanel>
      <Paper component="section" sx={{ p: 2 }}>
        <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
          Additional Settings
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          This area is reserved for future configuration options.
        </Typography>
      </Paper>
      {mayChange.allowed && kind === null && action === CREATE && <AddGame onAdded={showAdded} />}
      {deleted && <DeleteGameDialog game={deleted} onClose={() => setDeleted(null)} />}
    </Screen>
  )
}

/** Closes only its own dialog, however late a save finishes. */
function AddGame({ onAdded }: { onAdded: (name: string) => void }) {
  const { close } = useClose()
  const onDone = (name: string) => {
    onAdded(name)
    close()
  }
  return (
    <AddressDialog>
      <AddGameDialog onAdded={onDone} onClose={close} />
    </AddressDialog>
  )
}

interface AddGameButtonProps {
  label: 'Add Game' | 'Add First Game'
  mayChange: Capability
  onClick: () => void
}

function AddGameButton({ label, mayChange, onClick }: AddGameButtonProps) {
  const button = { variant: 'contained', startIcon: <AddIcon />, children: label } as const
  if (mayChange.allowed) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip title={mayChange.reason} describeChild>
      {/* not `disabled`, so that the button can get the focus and show the reason in its tooltip */}
      <Button
        {...button}
        aria-disabled
        disableRipple
        sx={{
          '&, &:hover': { boxShadow: 'none', bgcolor: 'action.disabledBackground', color: 'text.secondary' },
          cursor: 'default',
        }}
      />
    </Tooltip>
  )
}
