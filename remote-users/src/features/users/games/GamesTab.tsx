import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useController, type Control } from 'react-hook-form'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Game, User } from '@console/shared-kernel/contracts'
import { grouped, toggled, withGroup } from '@console/shared-kernel/domain'
import { GamePicker } from '@console/shared-kernel/form'
import type { GameSettingsForm } from './model'

const CopyGamesDialog = lazyWithRetry(async () => (await import('./CopyGamesDialog')).CopyGamesDialog)

interface Props {
  control: Control<GameSettingsForm>
  games: readonly Game[]
  user: User
}

export function GamesTab({ control, games, user }: Props) {
  const {
    field: { value, onChange },
  } = useController({ control, name: 'selectedGameIds' })
  const [copying, setCopying] = useState(false)
  const [copiedFrom, setCopiedFrom] = useState<User | null>(null)
  const selected = useMemo(() => new Set(value), [value])

  const copy = (gameIds: readonly number[], from: User) => {
    const known = new Set(games.map(({ id }) => id))
    onChange(gameIds.filter((id) => known.has(id)))
    setCopiedFrom(from)
    setCopying(false)
  }
  return (
    <>
      <GamePicker
        games={games}
        selected={selected}
        onToggle={(gameId) => onChange(toggled(value, gameId))}
        onSelectGroup={(gameIds, chosen) => onChange(withGroup(value, gameIds, chosen))}
        countLabel={`${grouped(value.length)} games selected`}
        actions={
          <>
            <Button size="small" onClick={() => setCopying(true)}>
              Copy from user...
            </Button>
            <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
              {copiedFrom && `Copied from ${copiedFrom.userName}, not saved yet`}
            </Typography>
          </>
        }
      />
      {copying && <CopyGamesDialog forUser={user} onCopy={copy} onClose={() => setCopying(false)} />}
    </>
  )
}
