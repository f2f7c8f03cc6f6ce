import { fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import { MACHINE_CONFIG_LABELS as LABELS, type Game } from '@console/shared-kernel/contracts'
import { typedNumber } from '@console/shared-kernel/domain'
import { NUMBER_FIELDS, NUMBERS, VALIDATION_NAMES, type ConfigForm, type ConfigNumberField } from './model'

const onOrOff = (on: boolean): string => (on ? 'On' : 'Off')

/** What two operators may change at the same time. @param games for the names of the ids */
export function configParts(games: readonly Game[]): readonly FormPart<ConfigForm>[] {
  const names = new Map(games.map(({ id, name }) => [String(id), name]))
  return [
    fieldPart('touchScreen', LABELS.touchScreen, onOrOff),
    fieldPart('showVolumeButton', LABELS.showVolumeButton, onOrOff),
    fieldPart('serviceMode', LABELS.serviceMode, onOrOff),
    ...NUMBER_FIELDS.map((field) => {
      const { unit } = NUMBERS[field]
      const read = (text: string) => typedNumber(text, NUMBERS[field])
      return fieldPart<ConfigForm, ConfigNumberField>(
        field,
        LABELS[field],
        (text) => `${read(text)} ${unit}`.trim(),
        read,
      )
    }),
    {
      label: LABELS.gameIds,
      items: ({ gameIds }) => gameIds,
      nameOf: (id) => names.get(String(id)) ?? `game ${id}`,
      withItems: (form, gameIds) => ({ ...form, gameIds: gameIds.map(String) }),
    },
    fieldPart('gamesListLocked', LABELS.gamesListLocked, onOrOff),
    fieldPart('paymentValidation', LABELS.paymentValidation, (type) => VALIDATION_NAMES[type]),
  ]
}
