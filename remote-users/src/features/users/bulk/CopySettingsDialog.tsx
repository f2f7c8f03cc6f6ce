import { useMemo, useState } from 'react'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { BulkDialog, changeColumn, previewSummary, useReadBefore } from '@console/shared-kernel/bulk'
import { UserCombobox } from '@console/shared-kernel/combobox'
import { gamesQuery, messageOf, useCurrentUser } from '@console/shared-kernel/core'
import type { User, UserGameSettings } from '@console/shared-kernel/contracts'
import { counted, toggled } from '@console/shared-kernel/domain'
import { canConfigureGames } from '@console/shared-kernel/rules'
import type { Column } from '@console/shared-kernel/table'
import { useUsers } from '../api'
import { NO_USERS } from '../model'
import { copyCalls, settingsQuery, type CopyItem } from './bulkCalls'
import { SECTION_NAMES, SECTIONS, settingsChange, type SettingsSection } from './copySettings'

const COLUMNS: Column<CopyItem>[] = [
  { key: 'user', header: 'User', minWidth: 144, cell: ({ user }) => user.userName },
  changeColumn(),
]

interface Props {
  users: readonly User[]
  onClose: (done: readonly (string | number)[]) => void
}

/** Copies one user's game settings to several others. */
export function CopySettingsDialog({ users, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list } = useUsers(viewer)
  // the users as selected: a refresh must not change what is previewed
  const [atStart] = useState(() => users.filter((user) => canConfigureGames(viewer, user)))
  const [selected] = useState(users.length)
  const [fromId, setFromId] = useState<number | null>(null)
  const [sections, setSections] = useState<readonly SettingsSection[]>(SECTIONS)
  const { data: source, error } = useQuery({ ...settingsQuery(fromId ?? 0), enabled: fromId !== null })
  const { data: games } = useQuery(gamesQuery)
  const targets = useMemo(
    () => (fromId === null ? NO_USERS : atStart.filter(({ userId }) => userId !== fromId)),
    [atStart, fromId],
  )
  const reading = useReadBefore<User, UserGameSettings>(targets, ({ userId }) => settingsQuery(userId))
  const { before, pending } = reading
  const isReady = source !== undefined && !pending && sections.length > 0
  const items = isReady
    ? targets.flatMap((user, at): CopyItem[] => {
        const now = before[at] ?? null
        const change = now && settingsChange(now, source, sections, games ?? [])
        return change === '' ? [] : [{ user, now, change }]
      })
    : null

  return (
    <BulkDialog
      title={`Copy game settings to ${counted(atStart.length, 'user')}`}
      form={
        <Stack sx={{ gap: 1 }}>
          <UserCombobox
            label="From"
            emptyLabel="Choose a user"
            list={list}
            filter={{ except: viewer.userId }}
            userId={fromId}
            onChange={setFromId}
          />
          <Stack
            direction="row"
            role="group"
            aria-label="What to copy"
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
      summary={
        items
          ? previewSummary({
              noun: 'user',
              changing: items.length,
              leftOut: selected - items.length,
              reason: 'already the same, or not allowed',
              ...reading,
            })
          : whatIsMissing(fromId !== null && !error, sections)
      }
      changed={fromId !== null}
      applyLabel="Copy"
      onClose={onClose}
    />
  )
}

function whatIsMissing(isChosen: boolean, sections: readonly SettingsSection[]): string {
  if (!isChosen) return 'Choose the user to copy from.'
  return sections.length === 0 ? 'Choose what to copy.' : 'Reading their current settings...'
}
