import { useRef, useState, type ReactNode } from 'react'
import { isStale, newKey, versionHeaders } from '../../client/versionedWrites'
import { mergeForms, type FormMerge, type FormPart } from '../../domain/formMerge'
import { ConflictDialog } from './ConflictDialog'

interface Options<Entity, Form> {
  /** What it is, in a sentence: 'this user'. */
  what: string
  /** As it was read when the form was opened. */
  read: Entity
  versionOf: (entity: Entity) => string | null
  /** Null for what is no such thing. */
  normalise: (wire: unknown) => Entity | null
  formOf: (entity: Entity) => Form
  parts: () => readonly FormPart<Form>[] | Promise<readonly FormPart<Form>[]>
  /** What is said where nothing that the form shows was changed. */
  unseen?: string
  /** Called with the form as both changes make it, and with what it begins with from now on. */
  onMerged: (form: Form, now: Entity) => unknown
}

interface Conflict<Entity, Form> {
  merge: FormMerge<Form>
  now: Entity
  changedBy: string | null
  changedAt: string | null
}

interface VersionedForm<Entity, Form> {
  /** What a save is made against. */
  base: Entity
  /** @param content of the save: sent again with the same one, it is the same change */
  headersFor: (content: unknown) => Record<string, string>
  /**
   * Shows what somebody else has changed meanwhile, if that is why a save was refused.
   * @param mine the form that was refused
   * @returns false for any other failure
   */
  ask: (failure: unknown, mine: Form) => Promise<boolean>
  /** Whether this failure is shown as a question, or was answered: a form says no more of it then. */
  isAsked: (failure: unknown) => boolean
  /** Stands next to the form, while it is asked. */
  dialog: ReactNode
}

/**
 * A form that is saved against the version it was filled from: of two who change one thing, none replaces the
 * other's unasked.
 */
export function useVersionedForm<Entity, Form>(options: Options<Entity, Form>): VersionedForm<Entity, Form> {
  const { what, versionOf, normalise, formOf, parts, unseen, onMerged } = options
  const [base, setBase] = useState(options.read)
  const [conflict, setConflict] = useState<Conflict<Entity, Form> | null>(null)
  const [asked, setAsked] = useState<unknown>(null)
  const attempt = useRef({ content: '', key: '' })

  const headersFor = (content: unknown) => {
    const text = JSON.stringify([versionOf(base), content])
    if (attempt.current.content !== text) attempt.current = { content: text, key: newKey() }
    return versionHeaders(versionOf(base), attempt.current.key)
  }
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
