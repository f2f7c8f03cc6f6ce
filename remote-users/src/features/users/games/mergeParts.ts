import { fieldPart, type FormPart, type ValuePart } from '@console/shared-kernel/conflicts'
import type { Game } from '@console/shared-kernel/contracts'
import { typedNumber } from '@console/shared-kernel/domain'
import { JACKPOT_TITLES, OTHER_LABELS } from './labels'
import { JACKPOT_FIELDS, JACKPOTS, type GameSettingsForm, type JackpotName } from './model'

type Jackpots = GameSettingsForm['jackpots']
type Other = GameSettingsForm['other']

const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value)

/** Applies a part of one section to the whole form. */
const inSection = <Form extends object, Key extends keyof Form>(
  key: Key,
  part: ValuePart<Form[Key]>,
): ValuePart<Form> => ({
  label: part.label,
  read: (form) => part.read(form[key]),
  text: (form) => part.text(form[key]),
  copy: (to, from) => ({ ...to, [key]: part.copy(to[key], from[key]) }),
})

const jackpotParts: readonly ValuePart<Jackpots>[] = JACKPOTS.flatMap((jackpot) =>
  JACKPOT_FIELDS.map(({ field, label, rule }) =>
    inSection<Jackpots, JackpotName>(
      jackpot,
      fieldPart(field, `${JACKPOT_TITLES[jackpot]}: ${label}`, String, (text) => typedNumber(text, rule)),
    ),
  ),
)

/** The parts that two operators may change at the same time. @param games for the names of game ids */
export function settingsParts(games: readonly Game[]): readonly FormPart<GameSettingsForm>[] {
  const names = new Map(games.map(({ id, name }) => [id, name]))
  return [
    {
      label: 'Games',
      items: ({ selectedGameIds }) => selectedGameIds,
      nameOf: (id) => names.get(Number(id)) ?? `game ${id}`,
      withItems: (form, ids) => ({ ...form, selectedGameIds: ids.map(Number) }),
    },
    ...jackpotParts.map((part) => inSection<GameSettingsForm, 'jackpots'>('jackpots', part)),
    inSection('jackpots', fieldPart('currencySymbol', 'Currency Symbol')),
    ...Object.entries(OTHER_LABELS).map(([key, label]) =>
      inSection<GameSettingsForm, 'other'>(
        'other',
        fieldPart(key as keyof typeof OTHER_LABELS, label, textOf),
      ),
    ),
    {
      label: 'Languages',
      items: ({ other }) => other.languages,
      nameOf: String,
      withItems: (form, items) => ({
        ...form,
        other: { ...form.other, languages: items as Other['languages'] },
      }),
    },
  ]
}
