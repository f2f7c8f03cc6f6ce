/** Forms with optimistic locking: conflicting changes are shown and merged. */
export { fieldPart, type FormPart, type SetPart, type ValuePart } from '../domain/formMerge'
export { useVersionedForm } from '../ui/form/useVersionedForm'
