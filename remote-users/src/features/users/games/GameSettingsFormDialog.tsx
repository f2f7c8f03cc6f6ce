import { useState } from 'react'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useForm } from 'react-hook-form'
import { useVersionedForm } from '@console/shared-kernel/conflicts'
import { useApiMutation } from '@console/shared-kernel/core'
import {
  normaliseGameSettings,
  type User,
  type UserGameSettings,
  versionOf,
} from '@console/shared-kernel/contracts'
import { isRecord } from '@console/shared-kernel/rules'
import { FormDialog } from '@console/shared-kernel/form'
import { saveGameSettings, type GameConfiguration } from './api'
import { GamesTab } from './GamesTab'
import { JackpotTab } from './JackpotTab'
import { firstProblem, formOf, settingsOf, type GameSettingsForm } from './model'
import { settingsParts } from './mergeParts'
import { OtherTab } from './OtherTab'

const TABS = ['Select Games', 'Jackpot Settings', 'Other Settings'] as const
type TabName = (typeof TABS)[number]

/** In pixels, on a wide screen. */
export const TABS_HEIGHT = 49
/** The height of the tallest tab, so that the buttons do not move. */
export const PANEL_HEIGHT = 520

/** In a narrow dialog the names wrap, so that no tab is hidden. */
const WRAPPED_TABS = {
  '& .MuiTab-root': { minWidth: 0, flex: { xs: 1, sm: 'none' }, px: { xs: 0.5, sm: 2 } },
}

interface Props extends GameConfiguration {
  title: string
  user: User
  onClose: () => void
}

export function GameSettingsFormDialog({ title, user, settings, games, onClose }: Props) {
  const [tab, setTab] = useState<TabName>('Select Games')
  const form = useForm<GameSettingsForm>({ defaultValues: formOf(settings) })
  const { control, formState, handleSubmit } = form
  const versioned = useVersionedForm<UserGameSettings, GameSettingsForm>({
    what: `the game settings of ${user.userName}`,
    read: settings,
    versionOf,
    normalise: (wire) => (isRecord(wire) ? normaliseGameSettings(wire) : null),
    formOf,
    parts: () => settingsParts(games),
    onMerged: (merged, now) => {
      form.reset(formOf(now))
      form.reset(merged, { keepDefaultValues: true })
    },
  })
  const { base } = versioned

  // a failure is only logged (as specified): the dialog stays open, so that it does not look saved
  const { run } = useApiMutation({
    call: (values: GameSettingsForm) =>
      saveGameSettings({
        userId: user.userId,
        settings: settingsOf(values, base),
        headers: versioned.headersFor(values),
      }),
    refetch: 'none',
    successToast: () => `Game configuration of ${user.userName} saved`,
    onSuccess: onClose,
    onError: versioned.ask,
  })
  const save = (values: GameSettingsForm) => {
    const wrong = firstProblem(values.jackpots, formOf(base).jackpots)
    if (!wrong) return run(values)
    setTab('Jackpot Settings')
    // after the tab is rendered
    requestAnimationFrame(() => form.setFocus(wrong))
    return undefined
  }
  return (
    <>
      <FormDialog
        title={title}
        submitLabel="Save Configuration"
        maxWidth="md"
        changed={formState.isDirty}
        onSubmit={handleSubmit(save)}
        onClose={onClose}
      >
        <Tabs
          value={tab}
          onChange={(_event, next: TabName) => setTab(next)}
          aria-label="Game Configuration"
          sx={{ borderBottom: 1, borderColor: 'divider', ...WRAPPED_TABS }}
        >
          {TABS.map((name, index) => (
            <Tab
              key={name}
              value={name}
              label={name}
              id={`games-tab-${index}`}
              aria-controls={`games-panel-${index}`}
            />
          ))}
        </Tabs>
        {TABS.map((name, index) => (
          <Box
            key={name}
            role="tabpanel"
            id={`games-panel-${index}`}
            aria-labelledby={`games-tab-${index}`}
            hidden={name !== tab}
            sx={{ pt: 2, minHeight: { md: PANEL_HEIGHT } }}
          >
            {name === tab && name === 'Select Games' && (
              <GamesTab control={control} games={games} user={user} />
            )}
            {name === tab && name === 'Jackpot Settings' && <JackpotTab control={control} />}
            {name === tab && name === 'Other Settings' && <OtherTab control={control} />}
          </Box>
        ))}
      </FormDialog>
      {versioned.dialog}
    </>
  )
}
