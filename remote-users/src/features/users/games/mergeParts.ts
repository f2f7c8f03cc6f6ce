import { fieldPart, type FormPart, type ValuePart } from '@console/shared-kernel/conflicts'
import type { Game } from '@console/shared-kernel/contracts'
import { JACKPOT_TITLES, OTHER_LABELS } from './labels'
import { JACKPOT_FIELDS, JACKPOTS, type GameSettingsForm } from './model'
import { numberTyped } from './typedNumbers'

type Other = GameSettingsForm['other']

const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value)

const jackpotParts: readonly ValuePart<GameSettingsForm>[] = JACKPOTS.flatMap((jackpot) =>
  JACKPOT_FIELDS.map(({ field, label }) => ({
    label: `${JACKPOT_TITLES[jackpot]}: ${label}`,
    read: ({ jackpots }: GameSettingsForm) => numberTyped(jackpots[jackpot][field]),
    text: ({ jackpots }: GameSettingsForm) => jackpots[jackpot][field],
    copy: (to: GameSettingsForm, { jackpots }: GameSettingsForm) => ({
      ...to,
      jackpots: {
        ...to.jackpots,
        [jackpot]: { ...to.jackpots[jackpot], [field]: jackpots[jackpot][field] },
      },
    }),
  })),
)

/** Applies a part of the `other` section to the whole form. */
const inOther = (part: ValuePart<Other>): ValuePart<GameSettingsForm> => ({
  label: part.label,
  read: ({ other }) => part.read(other),
  text: ({ other }) => part.text(other),
  copy: (to, from) => ({ ...to, other: part.copy(to.other, from.other) }),
})

/** What two operators may change at the same time. @param games for the names of the ids */
export function settingsParts(games: readonly Game[]): readonly FormPart<GameSettingsForm>[] {
  const names = new Map(games.map(({ id, name }) => [id, name]))
  return [
    {
      label: 'Games',
      items: ({ selectedGameIds }) => selectedGameIds,
      nameOf: (id) => names.get(Number(id)) ?? `game ${id}`,
      withItems: (form, ids) => ({ ...form, selectedGameIds: ids.map(Number) }),
    },
    ...jackpotParts,
    {
      label: 'Currency Symbol',
      read: ({ jackpots }) => jackpots.currencySymbol,
      text: ({ jackpots }) => jackpots.currencySymbol,
      copy: (to, { jackpots: { currencySymbol } }) => ({
        ...to,
        jackpots: { ...to.jackpots, currencySymbol },
      }),
    },
    ...Object.entries(OTHER_LABELS).map(([key, label]) =>
      inOther(fieldPart(key as keyof typeof OTHER_LABELS, label, textOf)),
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
