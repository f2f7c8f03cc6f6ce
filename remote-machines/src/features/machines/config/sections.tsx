import { useMemo, type ComponentType } from 'react'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch, type Control } from 'react-hook-form'
import { MACHINE_CONFIG_LABELS, PAYMENT_VALIDATIONS } from '@console/shared-kernel/contracts'
import { CentredSpinner, messageOf, RetryAlert } from '@console/shared-kernel/core'
import { grouped, toggled, withGroup } from '@console/shared-kernel/domain'
import { GamePicker, NumberField, SelectField, SwitchField } from '@console/shared-kernel/form'
import { availableGamesQuery } from './api'
import {
  NUMBERS,
  OTHER_LIMIT,
  problemOf,
  VALIDATION_NAMES,
  type ConfigForm,
  type ConfigNumberField,
  type Section,
} from './model'

interface SectionProps {
  control: Control<ConfigForm>
}

function GeneralSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack>
        <SwitchField control={control} name="touchScreen" label={MACHINE_CONFIG_LABELS.touchScreen} />
        <SwitchField
          control={control}
          name="showVolumeButton"
          label={MACHINE_CONFIG_LABELS.showVolumeButton}
        />
        <ServiceMode control={control} />
      </Stack>
      <NumberInput control={control} name="pingBrowserSeconds" />
      <NumberInput control={control} name="pingGamesSeconds" />
      <NumberInput control={control} name="offlineExpirySeconds" />
    </Stack>
  )
}

function GamesSection({ control }: SectionProps) {
  const { data: games, isPending, isFetching, error, refetch } = useQuery(availableGamesQuery)
  const { field } = useController({ control, name: 'gameIds' })
  const locked = useWatch({ control, name: 'gamesListLocked' })
  const selected = useMemo(() => new Set(field.value.map(Number)), [field.value])

  if (isPending) return <CentredSpinner label="Loading games" />
  return (
    <Stack sx={{ gap: 1 }}>
      <SwitchField control={control} name="gamesListLocked" label={MACHINE_CONFIG_LABELS.gamesListLocked} />
      {games ? (
        <GamePicker
          games={games}
          selected={selected}
          onToggle={(gameId) => field.onChange(toggled(field.value, String(gameId)))}
          onSelectGroup={(gameIds, all) => field.onChange(withGroup(field.value, gameIds.map(String), all))}
          countLabel={`${grouped(field.value.length)} selected`}
          disabled={locked}
        />
      ) : (
        <RetryAlert
          message={`Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Stack>
  )
}

function PaymentSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <NumberInput control={control} name="creditValue" />
      <NumberInput control={control} name="maxPokerBet" />
      <NumberInput control={control} name="maxSlotPrize" />
    </Stack>
  )
}

function ServiceMode({ control }: SectionProps) {
  const active = useWatch({ control, name: 'serviceMode' })
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <SwitchField control={control} name="serviceMode" label={MACHINE_CONFIG_LABELS.serviceMode} />
      {active && <Chip size="small" color="warning" label="Active" />}
    </Stack>
  )
}

const SecuritySection = ({ control }: SectionProps) => (
  <SelectField
    control={control}
    name="paymentValidation"
    label={MACHINE_CONFIG_LABELS.paymentValidation}
    options={PAYMENT_VALIDATIONS}
    names={VALIDATION_NAMES}
  />
)

function TechnicalSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <NumberInput control={control} name="profitLowerPercent" />
      <NumberInput control={control} name="profitUpperPercent" />
    </Stack>
  )
}

const NumberInput = ({ control, name }: SectionProps & { name: ConfigNumberField }) => (
  <NumberField
    control={control}
    name={name}
    label={MACHINE_CONFIG_LABELS[name]}
    rule={NUMBERS[name]}
    unit={NUMBERS[name].unit}
    validate={(_, form) => problemOf(name, form)}
    validatesToo={OTHER_LIMIT[name]}
  />
)

export const SECTION_FIELDS: Readonly<Record<Section, ComponentType<SectionProps>>> = {
  General: GeneralSection,
  Games: GamesSection,
  Payment: PaymentSection,
  Security: SecuritySection,
  Technical: TechnicalSection,
}
