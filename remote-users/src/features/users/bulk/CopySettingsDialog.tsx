import { useMemo, useState } from 'react'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { BulkDialog, useReadBefore } from '@console/shared-kernel/bulk'
import { UserCombobox } from '@console/shared-kernel/combobox'
import { gamesQuery, listsKey, messageOf, useCurrentUser } from '@console/shared-kernel/core'
import type { User, UserGameSettings } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { canConfigureGames } from '@console/shared-kernel/rules'
import type { Column } from '@console/shared-kernel/table'
import { useUsers } from '../api'
import { toggled } from '../games/model'
import { copyCalls, settingsQuery, type CopyItem } from './calls'
import { SECTION_NAMES, SECTIONS, settingsChange, type SettingsSection } from './copySettings'

const COLUMNS: Column<CopyItem>[] = [
  { key: 'user', header: 'User', minWidth: 144, cell: ({ user }) => user.userName },
  {
    key: 'change',
    header: 'Change',
    minWidth: 240,
    cell: ({ change }) => change ?? 'Will be as chosen',
    tip: ({ change }) => change ?? '',
  },
]
const NO_USERS: readonly User[] = []

interface Props {
  users: readonly User[]
  onClose: (done: readonly (string | number)[]) => void
}

/** Gives several users the game settings that another one has. */
export function CopySettingsDialog({ users, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list } = useUsers(viewer)
  // what a refresh brings meanwhile is not what was looked at
  const [atStart] = useState(() => users.filter((user) => canConfigureGames(viewer, user)))
  const [fromId, setFromId] = useState<number | null>(null)
  const [sections, setSections] = useState<readonly SettingsSection[]>(SECTIONS)
  const { data: source, error } = useQuery({ ...settingsQuery(fromId ?? 0), enabled: fromId !== null })
  const { data: games } = useQuery(gamesQuery)
  const targets = useMemo(
    () => (fromId === null ? NO_USERS : atStart.filter(({ userId }) => userId !== fromId)),
    [atStart, fromId],
  )
  const { before, pending, isPart } = useReadBefore<User, UserGameSettings>(targets, ({ userId }) =>
    settingsQuery(userId),
  )
  const isReady = source !== undefined && !pending && sections.length > 0
  const items = isReady
    ? targets.flatMap((user, at): CopyItem[] => {
        const now = before[at] ?? null
        const change = now && settingsChange(now, source, sections, games ?? [])
        return change === '' ? [] : [{ user, now, change }]
      })
    : null
  const leftOut = items ? users.length - items.length : 0

  return (
    <BulkDialog
      title={`Copy game settings to ${counted(atStart.length, 'user')}`}
      form={
        <Stack sx={{ gap: 1 }}>
          <UserCombobox
            label="From"
            emptyLabel="Choose a user"
            list={list}
            userId={fromId}
            onChange={setFromId}
          />
          <Stack
            direction="row"
            role="group"
            aria-label="What is copied"
            sx={{ flexWrap: 'wrap', columnGap: 2 }}
          >
            {SECTIONS.map((section) => (
              <FormControlLabel
                key={section}
                control={
                  <Checkbox
                    checked={sections.includes(section)}
                    onChange={() => setSections(toggled(sections, section))}
                  />
                }
                label={SECTION_NAMES[section]}
              />
            ))}
          </Stack>
          {error && (
            <Alert severity="error">{messageOf(error, 'The game settings could not be read.')}</Alert>
          )}
        </Stack>
      }
      items={items}
      calls={copyCalls({ fromUserId: fromId ?? 0, source, sections })}
      columns={COLUMNS}
      summary={summaryOf({ items, leftOut, isPart, chosen: fromId !== null && !error })}
      applyLabel="Copy"
      refetch={listsKey('users')}
      onClose={onClose}
    />
  )
}

interface Summary {
  items: readonly CopyItem[] | null
  leftOut: number
  /** Only the first ones were read. */
  isPart: boolean
  chosen: boolean
}

function summaryOf({ items, leftOut, isPart, chosen }: Summary): string {
  if (!items) return chosen ? 'Reading what they have now...' : 'Choose whose settings are copied.'
  const parts = [
    `${counted(items.length, 'user')} will change.`,
    leftOut > 0 && `${leftOut} left out: the same already, or not to be configured.`,
    isPart && 'What the first of them have now is shown; of the others it is not read.',
  ]
  return parts.filter(Boolean).join(' ')
}
