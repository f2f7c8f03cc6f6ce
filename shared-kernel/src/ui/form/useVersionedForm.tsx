import { useState, type ReactNode } from 'react'
import { createContentKeys, isStale, versionHeaders } from '../../client/useApiMutation'
import { mergeForms, type FormMerge, type FormPart } from '../../domain/formMerge'
import { ConflictDialog } from './ConflictDialog'

interface Options<Entity, Form> {
  /** The object as named in a sentence, for example 'this user'. */
  what: string
  read: Entity
  versionOf: (entity: Entity) => string | null
  normalise: (wire: unknown) => Entity | null
  formOf: (entity: Entity) => Form
  parts: () => readonly FormPart<Form>[] | Promise<readonly FormPart<Form>[]>
  /** Shown if the other change is not visible in the form. */
  unseen?: string
  /** Receives the merged form, and the entity on which it is based from now on. */
  onMerged: (form: Form, now: Entity) => unknown
}

interface Conflict<Entity, Form> {
  merge: FormMerge<Form>
  now: Entity
  changedBy: string | null
  changedAt: string | null
}

interface VersionedForm<Entity, Form> {
  base: Entity
  /** @param content what is saved; if it is sent again unchanged, it keeps its key */
  headersFor: (content: unknown) => Record<string, string>
  /** Shows the differences if `failure` is a conflict; returns false for any other failure. */
  ask: (failure: unknown, mine: Form) => Promise<boolean>
  /** True if the conflict dialog shows this failure, so that the form need not. */
  isAsked: (failure: unknown) => boolean
  dialog: ReactNode
}

/** Optimistic locking: saves with the version from which the form was filled, and resolves conflicts. */
export function useVersionedForm<Entity, Form>(options: Options<Entity, Form>): VersionedForm<Entity, Form> {
  const { what, versionOf, normalise, formOf, parts, unseen, onMerged } = options
  const [base, setBase] = useState(options.read)
  const [conflict, setConflict] = useState<Conflict<Entity, Form> | null>(null)
  const [asked, setAsked] = useState<unknown>(null)
  const [keyFor] = useState(createContentKeys)

  const headersFor = (content: unknown) => versionHeaders(versionOf(base), keyFor([versionOf(base), content]))
  const ask = async (failure: unknown, mine: Form) => {
    if (!isStale(failure)) return false
    const now = normalise(failure.current)
    if (now === null || versionOf(now) === null || versionOf(now) === versionOf(base)) return false
    const { changedBy = null, changedAt = null } = failure
    setConflict({
      merge: mergeForms(await parts(), formOf(base), mine, formOf(now)),
      now,
      changedBy,
      changedAt,
    })
    setAsked(failure)
    return true
  }
  const decideLater = () => {
    setConflict(null)
    setAsked(null)
  }
  return {
    base,
    headersFor,
    ask,
    isAsked: (failure) => failure === asked,
    dialog: conflict && (
      <ConflictDialog
        what={what}
        unseen={unseen}
        {...conflict}
        {...conflict.merge}
        onResolve={(theirs) => {
          setBase(conflict.now)
          setConflict(null)
          onMerged(conflict.merge.formWith(theirs), conflict.now)
        }}
        onClose={decideLater}
      />
    ),
  }
}
