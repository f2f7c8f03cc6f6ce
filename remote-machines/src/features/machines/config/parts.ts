import { fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import type { Game } from '@console/shared-kernel/contracts'
import { NUMBER_FIELDS, NUMBERS, VALIDATION_NAMES, type ConfigForm, type NumberField } from './model'

const onOrOff = (on: boolean): string => (on ? 'On' : 'Off')

/** What two who configure one machine may both change. @param games that give the ids their names */
export function configParts(games: readonly Game[]): readonly FormPart<ConfigForm>[] {
  const names = new Map(games.map(({ id, name }) => [String(id), name]))
  return [
    fieldPart('touchScreen', 'Touch Screen', onOrOff),
    fieldPart('showVolumeButton', 'Show Volume Button', onOrOff),
    fieldPart('serviceMode', 'Service Mode', onOrOff),
    ...NUMBER_FIELDS.map((field) => {
      const { label, unit } = NUMBERS[field]
      return fieldPart<ConfigForm, NumberField>(field, label, (text) => `${text} ${unit}`.trim(), Number)
    }),
    {
      label: 'Games',
      items: ({ gameIds }) => gameIds,
      nameOf: (id) => names.get(String(id)) ?? `game ${id}`,
      withItems: (form, gameIds) => ({ ...form, gameIds: gameIds.map(String) }),
    },
    fieldPart('gamesListLocked', 'Block Games List Editing', onOrOff),
    fieldPart('paymentValidation', 'Payment Validation Type', (type) => VALIDATION_NAMES[type]),
  ]
}
