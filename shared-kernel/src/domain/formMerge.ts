import { namesIn } from './texts'

export interface ValuePart<Form> {
  label: string
  read: (form: Form) => boolean | number | string
  text: (form: Form) => string
  /** @returns `to`, with this value from `from` */
  copy: (to: Form, from: Form) => Form
}

type Item = number | string

export interface SetPart<Form> {
  label: string
  items: (form: Form) => readonly Item[]
  nameOf: (item: Item) => string
  withItems: (form: Form, items: readonly Item[]) => Form
}

export type FormPart<Form> = ValuePart<Form> | SetPart<Form>

export interface TakenChange {
  label: string
  text: string
}

/** A field that both sides changed, in different ways. */
export interface AskedChange {
  label: string
  mine: string
  theirs: string
}

export interface FormMerge<Form> {
  taken: TakenChange[]
  asked: AskedChange[]
  /** @param theirs labels of the values to take from the other change */
  formWith: (theirs: ReadonlySet<string>) => Form
}

interface SetMerge<Form> {
  text: string
  form: Form
}

function mergeSet<Form>(part: SetPart<Form>, base: Form, mine: Form, theirs: Form): SetMerge<Form> | null {
  const [before, own, other] = [base, mine, theirs].map((form) => new Set(part.items(form)))
  const added = [...other!].filter((item) => !before!.has(item) && !own!.has(item))
  const removed = [...before!].filter((item) => !other!.has(item) && own!.has(item))
  if (added.length === 0 && removed.length === 0) return null
  const removedItems = new Set(removed)
  const items = [...part.items(mine).filter((item) => !removedItems.has(item)), ...added]
  const text = [
    added.length > 0 && `added ${namesIn(added, part.nameOf)}`,
    removed.length > 0 && `removed ${namesIn(removed, part.nameOf)}`,
  ]
  return { text: text.filter((words) => words !== false).join('; '), form: part.withItems(mine, items) }
}

/** Three-way merge: `base` is where both changes started, `theirs` is stored now. */
export function mergeForms<Form>(
  parts: readonly FormPart<Form>[],
  base: Form,
  mine: Form,
  theirs: Form,
): FormMerge<Form> {
  const taken: TakenChange[] = []
  const asked: (AskedChange & { part: ValuePart<Form> })[] = []
  let form = mine
  for (const part of parts) {
    if ('items' in part) {
      const merged = mergeSet(part, base, form, theirs)
      if (!merged) continue
      taken.push({ label: part.label, text: merged.text })
      form = merged.form
      continue
    }
    const { label, read, text, copy } = part
    const [before, own, other] = [read(base), read(mine), read(theirs)]
    if (other === before || other === own) continue
    if (own === before) {
      taken.push({ label, text: text(theirs) })
      form = copy(form, theirs)
    } else {
      asked.push({ label, mine: text(mine), theirs: text(theirs), part })
    }
  }
  return {
    taken,
    asked: asked.map(({ part: _part, ...change }) => change),
    formWith: (chosen) =>
      asked
        .filter(({ label }) => chosen.has(label))
        .reduce((merged, { part }) => part.copy(merged, theirs), form),
  }
}

/** 'Ping Games Interval: 30 s → 45 s', 'Games: added Fruit'. */
export function formDifferences<Form>(parts: readonly FormPart<Form>[], before: Form, after: Form): string[] {
  return parts.flatMap((part) => {
    if ('items' in part) return textOfSet(part, before, after)
    const { label, read, text } = part
    return read(before) === read(after) ? [] : `${label}: ${text(before)} → ${text(after)}`
  })
}

function textOfSet<Form>(part: SetPart<Form>, before: Form, after: Form): string | [] {
  const merged = mergeSet(part, before, before, after)
  return merged ? `${part.label}: ${merged.text}` : []
}

/** A part for one field. @param textOf the value as users read it @param comparedAs equal for values that count as unchanged */
export const fieldPart = <Form extends object, Key extends keyof Form>(
  key: Key,
  label: string,
  textOf: (value: Form[Key]) => string = String,
  comparedAs: (value: Form[Key]) => boolean | number | string = String,
): ValuePart<Form> => ({
  label,
  read: (form) => comparedAs(form[key]),
  text: (form) => textOf(form[key]),
  copy: (to, from) => ({ ...to, [key]: from[key] }),
})
